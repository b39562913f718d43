package iccl.run.internal.bench;

import iccl.run.internal.launch.OutputFiles;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of this machine that get the benchmark's numbers. Rank 0 writes them itself where it runs here; on another
 * machine it sends their lines along with its output, as {@code @file FORM LINE}.
 */
public final class ReportFiles implements AutoCloseable {
    /** What a line for a file begins with. */
    static final String LINE = Partner.ANSWER + "file ";

    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, OutputStream> open = new LinkedHashMap<>();
    private boolean isComplete = true;

    /**
     * @param names of files, by the benchmark's option for the form, such as {@code --csv}
     * @throws UserMistake for one that cannot be written, and for one that is to be written twice
     */
    public ReportFiles(Map<String, String> names) {
        files.putAll(OutputFiles.of(names));
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    /** The options, as the user gave them. */
    public String options() {
        return String.join(", ", files.keySet());
    }

    /** Words that make a rank 0 on this machine write the files. */
    public List<String> wordsHere() {
        List<String> words = new ArrayList<>();
        files.forEach((option, file) -> words.addAll(List.of(option, file.toString())));
        return words;
    }

    /** Words that make a rank 0 anywhere send their lines. */
    public List<String> wordsElsewhere() {
        List<String> forms = new ArrayList<>();
        files.keySet().forEach(option -> forms.add(option.substring(2)));
        return forms.isEmpty() ? List.of() : List.of("--reports", String.join(",", forms));
    }

    /** @param line that begins with {@link #LINE}, a char a byte */
    void add(String line) {
        int space = line.indexOf(' ', LINE.length());
        String option = "--" + line.substring(LINE.length(), space);
        Path file = files.get(option);
        if (file == null) {
            throw new IllegalStateException("the benchmark writes to a stranger: " + line);
        }
        try {
            OutputStream out = open.get(option);
            if (out == null) {
                out = Files.newOutputStream(file);
                open.put(option, out);
            }
            out.write((line.substring(space + 1) + "\n").getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            complain(option, e);
        }
    }

    /** Says which of them got nothing: a benchmark that ends well has sent at least a line for each. */
    void missUnwritten() {
        if (!isComplete) {
            return;
        }
        files.forEach((option, file) -> {
            if (!open.containsKey(option)) {
                System.err.println(
                        "icclrun: " + option + " " + file + " was not written: none of rank 0's lines began with "
                                + LINE + option.substring(2) + "; does something there change its output?");
                isComplete = false;
            }
        });
    }

    /** Once: what is measured goes to the terminal all the same. */
    private void complain(String option, IOException failure) {
        if (isComplete) {
            System.err.println("icclrun: " + option + " " + files.get(option) + " is not complete: " + failure);
        }
        isComplete = false;
    }

    /** Whether all could be written so far. */
    boolean isComplete() {
        return isComplete;
    }

    @Override
    public void close() {
        open.forEach((option, out) -> {
            try {
                out.close();
            } catch (IOException e) {
                complain(option, e);
            }
        });
    }
}
