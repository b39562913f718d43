/** Make-believe accelerators of five vendors, for tests: see {@code engine.h}. Never deployed. */
package iccl.platform.simulation;
