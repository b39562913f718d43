package iccl.run.internal.cluster;

import iccl.run.internal.launch.NearNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A mapping of the file whose keys have been checked against the schema. */
final class Section {
    private static final String MERGE = "<<";

    private final MappingNode node;
    private final ClusterKey.Scope scope;
    private final Mistakes mistakes;
    private final Map<ClusterKey, Node> values = new EnumMap<>(ClusterKey.class);
    private final Map<String, Place> places = new HashMap<>();

    /** @param title what the section is called in messages */
    Section(MappingNode node, ClusterKey.Scope scope, String title, Mistakes mistakes) {
        this.node = node;
        this.scope = scope;
        this.mistakes = mistakes;
        List<Node> merged = new ArrayList<>();
        List<ScalarNode> unknown = new ArrayList<>();
        for (NodeTuple tuple : node.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode key) {
                add(key, tuple.getValueNode(), merged, unknown);
            } else {
                mistakes.add(Place.of(tuple.getKeyNode()), "a key must be a word", "");
            }
        }
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        seen.add(node);
        merged.forEach(each -> merge(each, seen));
        complain(title, unknown);
    }

    private void add(ScalarNode key, Node value, List<Node> merged, List<ScalarNode> unknown) {
        String name = key.getValue();
        if (name.equals(MERGE)) {
            merged.add(value);
            return;
        }
        Place first = places.putIfAbsent(name, Place.of(key));
        if (first != null) {
            mistakes.add(
                    Place.of(key), "'" + name + "' is given twice, first in line " + first.line(), "keep one of them");
            return;
        }
        ClusterKey.find(name, scope)
                .ifPresentOrElse(
                        known -> {
                            if (!Scalars.isNothing(value)) {
                                values.put(known, value);
                            }
                        },
                        () -> unknown.add(key));
    }

    /** YAML's {@code <<: *other}: what is not given here is taken from there. Earlier ones win. */
    private void merge(Node other, Set<Node> seen) {
        if (!seen.add(other)) {
            return;
        }
        if (other instanceof SequenceNode several) {
            several.getValue().forEach(each -> merge(each, seen));
        } else if (other instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key
                        && !key.getValue().equals(MERGE)) {
                    ClusterKey.find(key.getValue(), scope)
                            .ifPresent(known -> values.putIfAbsent(known, tuple.getValueNode()));
                } else {
                    merge(tuple.getValueNode(), seen);
                }
            }
        } else {
            mistakes.add(Place.of(other), "'<<' takes another mapping, not " + Scalars.describe(other), "");
        }
    }

    private void complain(String title, List<ScalarNode> unknown) {
        Set<ClusterKey> missing = java.util.EnumSet.noneOf(ClusterKey.class);
        ClusterKey.in(scope).stream()
                .filter(key -> key.isRequired() && !values.containsKey(key))
                .forEach(missing::add);
        for (ScalarNode key : unknown) {
            String name = key.getValue();
            if (name.startsWith("x-")) {
                continue;
            }
            ClusterKey meant = meant(name);
            if (meant != null && missing.remove(meant)) {
                mistakes.add(
                        Place.of(key), "there is no key '" + name + "'" + title, "did you mean " + meant.key() + "?");
            } else {
                mistakes.warn(
                        Place.of(key),
                        "there is no key '" + name + "'" + title + ", so it is ignored",
                        meant == null ? "" : "did you mean " + meant.key() + "?");
            }
        }
        for (ClusterKey key : missing) {
            mistakes.add(Place.of(node), "'" + key.key() + "' is missing" + title, "");
        }
    }

    private @Nullable ClusterKey meant(String name) {
        Set<ClusterKey> keys = ClusterKey.in(scope);
        for (ClusterKey key : keys) {
            if (key.misnomers().contains(name)) {
                return key;
            }
        }
        List<String> near =
                NearNames.of(name, keys.stream().map(ClusterKey::key).toList());
        return near.isEmpty() ? null : ClusterKey.find(near.get(0), scope).orElse(null);
    }

    /** Null when not given, or given without a value. */
    @Nullable
    Node get(ClusterKey key) {
        return values.get(key);
    }

    /** What is given, for comparing. */
    Map<ClusterKey, Node> values() {
        return values;
    }

    Place place() {
        return Place.of(node);
    }
}
