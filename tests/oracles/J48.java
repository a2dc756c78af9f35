// WEKA's J48 beside the learner `tree` with criterion=gain-ratio: what it grows on ARFF files and on small probes. After `apt-get install weka`, in
// tests/oracles:
//
//     javac -cp /usr/share/java/weka.jar -d /tmp J48.java
//     java -cp /usr/share/java/weka.jar:/tmp J48 sets FILE.arff... > j48/sets.txt
//     java -cp /usr/share/java/weka.jar:/tmp J48 probes j48/probes.txt > new && mv new j48/probes.txt
//     java -cp /usr/share/java/weka.jar:/tmp J48 text FILE.arff -C 0.25 -M 2 > j48/NAME.txt
import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import weka.core.Instances;
import weka.core.Utils;

public class J48 {
    static Instances read(java.io.Reader source) throws Exception {
        Instances data = new Instances(source);
        data.setClassIndex(data.numAttributes() - 1);
        return data;
    }

    static weka.classifiers.trees.J48 grown(Instances data, String options) throws Exception {
        weka.classifiers.trees.J48 tree = new weka.classifiers.trees.J48();
        tree.setOptions(Utils.splitOptions(options));
        tree.buildClassifier(data);
        return tree;
    }

    /// The class that J48's evaluation predicts: the first of the largest.
    static int largest(double[] shares) {
        int best = 0;
        for (int c = 1; c < shares.length; ++c)
            if (shares[c] > shares[best]) best = c;
        return best;
    }

    /// A line a set and options: name, options, leaves, size, wrong training rows, FNV-1a of the labels (one byte a row).
    static void sets(List<String> files) throws Exception {
        System.out.println("# WEKA 3.6.14's J48 (J48.java): set, leaves, size, wrong training rows, FNV-1a of the predicted codes, options");
        for (String file : files) {
            Instances data = read(new FileReader(file));
            for (String options : new String[] {"-C 0.25 -M 2", "-U -M 2", "-S -C 0.25 -M 2"}) {
                weka.classifiers.trees.J48 tree = grown(data, options);
                long hash = 0xcbf29ce484222325L;
                int wrong = 0;
                for (int i = 0; i < data.numInstances(); ++i) {
                    int label = largest(tree.distributionForInstance(data.instance(i)));
                    wrong += label == data.instance(i).classValue() ? 0 : 1;
                    hash = (hash ^ label) * 0x100000001b3L;
                }
                System.out.printf("%s %d %d %d %016x %s%n", new File(file).getName().replace(".arff", ""),
                                  (int) tree.measureNumLeaves(), (int) tree.measureTreeSize(), wrong, hash, options);
            }
        }
    }

    /// Reads the parts `probe`, `options`, `weights`, `train`, `test` of each probe and writes them with J48's answer behind.
    static void probes(String file) throws Exception {
        BufferedReader lines = new BufferedReader(new FileReader(file));
        List<String> head = new ArrayList<>();
        String name = null, options = "", weights = "", part = "";
        StringBuilder train = new StringBuilder(), test = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (name == null && line.startsWith("#")) System.out.println(line);
            if (line.startsWith("probe ")) {
                name = line;
                weights = "";
                train.setLength(0);
                test.setLength(0);
            } else if (line.startsWith("options ")) {
                options = line.substring(8);
            } else if (line.startsWith("weights ")) {
                weights = line.substring(8);
            } else if (line.equals("train") || line.equals("test") || line.equals("answer") || line.equals("end")) {
                part = line;
                if (line.equals("end")) answer(name, options, weights, train.toString(), test.toString());
            } else if (part.equals("train")) {
                train.append(line).append('\n');
            } else if (part.equals("test")) {
                test.append(line).append('\n');
            }
        }
    }

    static void answer(String name, String options, String weights, String train, String test) throws Exception {
        Instances data = read(new StringReader(train));
        String[] given = weights.isEmpty() ? new String[0] : weights.split(" ");
        for (int i = 0; i < given.length; ++i) data.instance(i).setWeight(Double.parseDouble(given[i]));
        weka.classifiers.trees.J48 tree = grown(data, options);
        System.out.println(name + "\noptions " + options);
        if (!weights.isEmpty()) System.out.println("weights " + weights);
        System.out.println("train\n" + train.trim() + "\ntest\n" + test.trim() + "\nanswer");
        System.out.println((int) tree.measureNumLeaves() + " " + (int) tree.measureTreeSize());
        Instances rows = read(new StringReader(test));
        for (int i = 0; i < rows.numInstances(); ++i) {
            StringBuilder line = new StringBuilder();
            for (double share : tree.distributionForInstance(rows.instance(i)))
                line.append(line.length() == 0 ? "" : " ").append(String.format(Locale.ROOT, "%.12f", share).replaceAll("\\.?0+$", ""));
            System.out.println(line);
        }
        System.out.println("text");
        System.out.print(body(tree));
        System.out.println("end");
    }

    /// The lines of the tree alone.
    static String body(weka.classifiers.trees.J48 tree) {
        StringBuilder text = new StringBuilder();
        for (String line : tree.toString().split("\n"))
            if (!line.isEmpty() && !line.startsWith("J48 ") && !line.startsWith("---") && !line.startsWith("Number of Leaves") &&
                !line.startsWith("Size of the tree"))
                text.append(line).append('\n');
        return text.toString();
    }

    public static void main(String[] arguments) throws Exception {
        List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
        if (arguments[0].equals("sets")) sets(rest);
        if (arguments[0].equals("probes")) probes(rest.get(0));
        if (arguments[0].equals("text"))
            System.out.print(body(grown(read(new FileReader(rest.get(0))), String.join(" ", rest.subList(1, rest.size())))));
    }
}
