/**
 * What the platforms of accelerators share: finding a vendor's runtime, probing it in a process of its own, and working with
 * it. A vendor's bundle holds a copy of these classes and adds its {@link iccl.platform.device.VendorTable}.
 */
package iccl.platform.device;
