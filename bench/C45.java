// WEKA's J48 on given folds: java -cp weka.jar:. C45 DATA.arff FOLDS.csv
// FOLDS.csv: a line a row, a column a repeat: the row's fold. Prints the seconds of processor that growing and predicting take, the error rate over
// all test rows.
import java.io.BufferedReader;
import java.io.FileReader;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import weka.classifiers.trees.J48;
import weka.core.Instances;

public class C45 {
    /// The class that J48's evaluation predicts: the first of the largest.
    static int largest(double[] shares) {
        int best = 0;
        for (int c = 1; c < shares.length; ++c)
            if (shares[c] > shares[best]) best = c;
        return best;
    }

    public static void main(String[] arguments) throws Exception {
        Instances data = new Instances(new BufferedReader(new FileReader(arguments[0])));
        data.setClassIndex(data.numAttributes() - 1);
        List<int[]> folds = new ArrayList<>();
        BufferedReader lines = new BufferedReader(new FileReader(arguments[1]));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] cells = line.split(",");
            int[] row = new int[cells.length];
            for (int r = 0; r < cells.length; ++r) row[r] = Integer.parseInt(cells[r]);
            folds.add(row);
        }
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        int repeats = folds.get(0).length;
        double wrong = 0;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            for (int fold = 0; fold < 10; ++fold) {
                Instances train = new Instances(data, data.numInstances());
                for (int i = 0; i < data.numInstances(); ++i)
                    if (folds.get(i)[repeat] != fold) train.add(data.instance(i));
                J48 tree = new J48();
                tree.buildClassifier(train);
                for (int i = 0; i < data.numInstances(); ++i)
                    if (folds.get(i)[repeat] == fold)
                        wrong += largest(tree.distributionForInstance(data.instance(i))) == data.instance(i).classValue() ? 0 : 1;
            }
        }
        long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        System.out.println((end - begin) / 1e9 + " " + wrong / repeats / data.numInstances());
    }
}
