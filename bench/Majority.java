// WEKA's ZeroR: java -cp weka.jar:. Majority DATA.arff REPEATS
// A 10-fold cross-validation so many times in one virtual machine, twice, the first time with the machine cold: prints the seconds of processor
// that its thread takes, and the error rate.
import java.lang.management.ManagementFactory;
import java.util.Random;
import weka.classifiers.Evaluation;
import weka.classifiers.rules.ZeroR;
import weka.core.Instances;
import weka.core.converters.ConverterUtils.DataSource;

public class Majority {
    public static void main(String[] arguments) throws Exception {
        Instances data = DataSource.read(arguments[0]);
        data.setClassIndex(data.numAttributes() - 1);
        int repeats = Integer.parseInt(arguments[1]);
        for (int round = 0; round < 2; ++round) {
            long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            double errors = 0;
            for (int r = 0; r < repeats; ++r) {
                Evaluation evaluation = new Evaluation(data);
                evaluation.crossValidateModel(new ZeroR(), data, 10, new Random(r));
                errors += evaluation.incorrect();
            }
            long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            System.out.println((end - begin) / 1e9 + " " + errors / repeats / data.numInstances());
        }
    }
}
