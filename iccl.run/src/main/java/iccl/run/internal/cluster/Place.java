package iccl.run.internal.cluster;

import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Where in a text something stands.
 *
 * @param line from 1
 * @param column from 1
 */
record Place(int line, int column) implements Comparable<Place> {
    static final Place START = new Place(1, 1);

    /** Where a node of a YAML text begins. */
    static Place of(Node node) {
        return node.getStartMark()
                .map(mark -> new Place(mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(START);
    }

    @Override
    public int compareTo(Place other) {
        return line == other.line ? Integer.compare(column, other.column) : Integer.compare(line, other.line);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
