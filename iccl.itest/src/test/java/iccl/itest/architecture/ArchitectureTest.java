package iccl.itest.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.junit.jupiter.api.Test;
import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/** Which way the arrows point; docs/architecture.md says why. */
class ArchitectureTest {
    private static final String API = "iccl.api";
    private static final String PORT = "iccl.kernel.port";
    private static final String[] ADAPTERS = {"iccl.backend..", "iccl.platform.."};

    private static final JavaClasses CLASSES = Workspace.classes();

    private static void check(ArchRule rule) {
        rule.check(CLASSES);
    }

    @Test
    void shouldSeeEveryBundle() {
        assertTrue(Workspace.bundles().size() >= 8, "bundles: " + Workspace.bundles());
    }

    @Test
    void shouldKeepTheApiFreeOfEverything() {
        check(classes()
                .that()
                .resideInAPackage(API)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(API, "java..", "org.osgi.annotation..", "org.jspecify..")));
    }

    @Test
    void shouldKeepThePortsOnTheApiAlone() {
        check(classes()
                .that()
                .resideInAPackage(PORT)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(API, PORT, "java..", "org.osgi.annotation..", "org.jspecify..")));
    }

    @Test
    void shouldNeverNameAnAdapterInTheKernel() {
        check(noClasses()
                .that()
                .resideInAPackage("iccl.kernel..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("iccl.backend..", "iccl.platform..", "iccl.run..", "iccl.examples.."));
    }

    @Test
    void shouldShowAdaptersThePortsOnly() {
        check(noClasses()
                .that()
                .resideInAnyPackage(ADAPTERS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("iccl.kernel.internal..", "iccl.run..", "iccl.examples.."));
    }

    @Test
    void shouldShowExamplesTheApiOnly() {
        check(noClasses()
                .that()
                .resideInAPackage("iccl.examples..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("iccl.kernel..", "iccl.backend..", "iccl.platform..", "iccl.run.."));
    }

    @Test
    void shouldKeepInternalsInsideTheirBundle() {
        check(classes().should(useNoInternalsOfOthers()));
    }

    private static ArchCondition<JavaClass> useNoInternalsOfOthers() {
        return new ArchCondition<>("use no internals of other bundles") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (target.getPackageName().matches("iccl\\..*\\.internal(\\..*)?")
                            && !Workspace.bundleOf(target).equals(Workspace.bundleOf(type))) {
                        events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
                    }
                }
            }
        };
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        check(slices().matching("iccl.(**)").should().beFreeOfCycles());
    }

    @Test
    void shouldKeepTheMachinesFreeOfOsgiThreadsAndClocks() {
        check(noClasses()
                .that()
                .resideInAnyPackage("iccl.kernel.internal.collective..", "iccl.kernel.internal.pattern..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.osgi.framework..", "org.osgi.service..", "org.osgi.util..", "org.bytedeco..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis"));
    }

    @Test
    void shouldKeepJavaCppBehindTheAdapters() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("..jni..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bytedeco.."));
    }

    @Test
    void shouldDeclareNativeMethodsInJniPackagesOnly() {
        check(com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods()
                .that()
                .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.NATIVE)
                .should()
                .beDeclaredInClassesThat()
                .resideInAPackage("..jni.."));
    }

    @Test
    void shouldPrintOnlyInTheLauncherAndTheExamples() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("iccl.run..", "iccl.examples..")
                .and()
                .doNotHaveSimpleName("Explainer") // ICCL_EXPLAIN=1 asks for it, whatever the logging is set to
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err"));
    }

    @Test
    void shouldMarkEveryInterfaceOfAnExportedPackage() {
        check(classes()
                .that()
                .resideInAnyPackage(API, PORT)
                .and()
                .areInterfaces()
                .and()
                .areNotAnnotations()
                .and(describe(
                        "are top-level types",
                        type -> !type.isNestedClass() && !type.getSimpleName().equals("package-info")))
                .should()
                .beAnnotatedWith(ProviderType.class)
                .orShould()
                .beAnnotatedWith(ConsumerType.class));
    }

    @Test
    void shouldHideWhatIsNotExported() {
        check(classes()
                .that()
                .resideOutsideOfPackages(API, PORT)
                .and()
                .resideOutsideOfPackages("iccl.backend.mpi..", "iccl.platform.device..")
                .should()
                .resideInAPackage("..internal.."));
    }
}
