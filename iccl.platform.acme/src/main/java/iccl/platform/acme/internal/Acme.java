package iccl.platform.acme.internal;

import iccl.platform.device.VendorTable;

/** What is peculiar to Acme, which does not exist. */
final class Acme {
    static final String NAME = "acme";

    static final VendorTable TABLE = new VendorTable(NAME, "Acme")
            .pciVendor(0xac3e)
            .nodes("acme*")
            .rootVariables("ACME_HOME")
            .roots("/opt/acme")
            .folders("lib")
            .libraries("libacmert.so")
            .visibleVariables("ACME_VISIBLE_DEVICES")
            .likeCuda("acme")
            .number("notReady", 77)
            .number("alsoNotReady", 77);

    private Acme() {}
}
