package iccl.run.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private Cluster read(String text) throws IOException {
        return ClusterFile.read(Files.writeString(folder.resolve("cluster.yaml"), text));
    }

    /** The fields and values of InfiniCCL's documentation. */
    @Test
    void shouldReadAFileOfInfiniCclUnchanged() throws IOException {
        Cluster cluster = read(
                """
                common_dir: "/path/to/your/project"
                common_user: "username"
                install_dir: "/path/to/install/artifacts"
                launcher_script: /opt/wrap.sh
                cmake_flags: "-DAUTO_DETECT_BACKENDS=OFF"
                nodes:
                  - ip: "localhost"
                    type: "nvidia"
                    slots: 4
                    cmake_flags: "-DUSE_CUDA=ON '-DX=a b'"
                    backend_env:
                      LD_LIBRARY_PATH: "/path/to/cuda/lib"
                      UCX_TLS: tcp
                  - ip: 10.0.0.2
                    user: ann
                    dir: /home/ann/project
                    type: "metax"
                backend_args:
                  "--mca":
                    - "pml ucx"
                    - "btl ^openib"
                  --tag-output:
                  --timeout: 30
                backend_env:
                  LD_LIBRARY_PATH: /common/lib
                  UCX_TLS: rc
                  DEBUG: 1
                """);
        assertEquals(List.of(), cluster.warnings());
        assertEquals(folder.resolve("cluster.yaml").toString(), cluster.source());
        assertEquals(Path.of("/path/to/your/project"), cluster.project());
        assertEquals("/opt/wrap.sh", cluster.launcherScript());
        assertEquals(
                List.of("--mca", "pml", "ucx", "--mca", "btl", "^openib", "--tag-output", "--timeout", "30"),
                cluster.backendArguments());
        assertEquals(12, cluster.slots());
        assertEquals(
                List.of(
                        new Node(
                                0,
                                "localhost",
                                Node.Access.DEFAULT,
                                4,
                                "/path/to/your/project",
                                null,
                                "/path/to/install/artifacts",
                                "nvidia",
                                null,
                                Map.of(),
                                Map.of(
                                        "LD_LIBRARY_PATH",
                                        "/path/to/cuda/lib:/common/lib",
                                        "UCX_TLS",
                                        "tcp",
                                        "DEBUG",
                                        "1"),
                                new Node.Build(List.of("-DUSE_CUDA=ON", "-DX=a b"), null)),
                        new Node(
                                1,
                                "10.0.0.2",
                                new Node.Access("ann", 0, null, null),
                                8,
                                "/home/ann/project",
                                null,
                                "/path/to/install/artifacts",
                                "metax",
                                null,
                                Map.of(),
                                Map.of("LD_LIBRARY_PATH", "/common/lib", "UCX_TLS", "rc", "DEBUG", "1"),
                                new Node.Build(List.of("-DAUTO_DETECT_BACKENDS=OFF"), null))),
                cluster.nodes());
    }

    @Test
    void shouldTakeWhatANodeSaysBeforeWhatIsSaidForAll() throws IOException {
        Files.writeString(folder.resolve("key"), "");
        Cluster cluster = read(
                """
                port: 2222
                identity: key
                jump: gate
                work_dir: $HOME/work
                java_home: /opt/jdk
                build_command: make all
                env: {A: common, B: "two  blanks", C: ""}
                excludes: [data/, '*.bin']
                nodes:
                  - ip: a
                  - ip: ann@fe80::1%eth0
                    port: 22
                    jump: none
                    work_dir: ~/other
                    java_home: ${HOME}/jdk
                    build_command: ninja
                    env: {A: "x=\\"y\\" $z"}
                """);
        Node first = cluster.nodes().get(0);
        Node second = cluster.nodes().get(1);
        String key = folder.resolve("key").toString();
        assertEquals(new Node.Access("root", 2222, key, "gate"), first.access());
        assertEquals(new Node.Access("ann", 22, key, null), second.access());
        assertEquals("fe80::1%eth0", second.host());
        assertEquals("~/work", first.workDirectory());
        assertEquals("~/other", second.workDirectory());
        assertEquals("/opt/jdk", first.javaHome());
        assertEquals("~/jdk", second.javaHome());
        assertEquals("make all", first.build().command());
        assertEquals("ninja", second.build().command());
        assertEquals(Map.of("A", "common", "B", "two  blanks", "C", ""), first.environment());
        assertEquals("x=\"y\" $z", second.environment().get("A"));
        assertEquals(List.of("data/", "*.bin"), cluster.excludes());
        assertNull(cluster.project());
        assertEquals("node 2 (ann@[fe80::1%eth0]:22)", second.label());
    }

    @Test
    void shouldTakeNoSshToThisMachineUnlessANodeSaysHow() throws IOException {
        Cluster cluster = read(
                """
                common_user: ann
                port: 2222
                nodes:
                  - {ip: localhost, type: cpu}
                  - {ip: 127.0.0.1, user: bob}
                  - {ip: node1}
                """);
        assertEquals(
                List.of(true, false, false),
                cluster.nodes().stream().map(Node::isLocal).toList());
        assertEquals("bob@127.0.0.1:2222", cluster.nodes().get(1).address());
    }

    @Test
    void shouldTakeTwoEntriesForOneHost() throws IOException {
        Cluster cluster = read("nodes:\n- {ip: a, type: cpu, slots: 2}\n- {ip: a, type: cpu, slots: 1}\n");
        assertEquals(List.of(0, 1), cluster.nodes().stream().map(Node::index).toList());
    }

    @Test
    void shouldWarnOfUnknownKeysAndTypes() throws IOException {
        Cluster cluster = read(
                """
                nodes:
                  - ip: a
                    slot: 2
                    type: nvida
                colour: red
                x-mine: {anything: goes}
                """);
        String file = folder.resolve("cluster.yaml").toString();
        assertEquals(
                List.of(
                        file + ":3:5: there is no key 'slot' in node 1, so it is ignored; did you mean slots?",
                        file + ":4:11: the type 'nvida' is none of ICCL's; did you mean nvidia?",
                        file + ":5:1: there is no key 'colour', so it is ignored"),
                cluster.warnings());
        assertEquals("nvida", cluster.nodes().get(0).type());
    }

    @Test
    void shouldReadWindowsLinesAndAByteOrderMark() throws IOException {
        Cluster cluster = read("\uFEFFnodes:\r\n  - ip: a\r\n    slots: 3\r\n");
        assertEquals(3, cluster.slots());
    }

    @Test
    void shouldShareSettingsByAnchorsAndMerging() throws IOException {
        Cluster cluster = read(
                """
                x-gpu: &gpu {type: nvidia, slots: 4}
                nodes:
                  - {ip: a, <<: *gpu}
                  - ip: b
                    <<: *gpu
                    slots: 2
                """);
        assertEquals(6, cluster.slots());
        assertEquals("nvidia", cluster.nodes().get(1).type());
        assertEquals(List.of(), cluster.warnings());
    }

    @Test
    void shouldTakeBlankValuesForNotGiven() throws IOException {
        Node node = read("common_user:\nnodes:\n  - ip: a\n    user:\n    type: auto\n    backend_env:\n")
                .nodes()
                .get(0);
        assertEquals("root", node.access().user());
        assertNull(node.type());
    }
}
