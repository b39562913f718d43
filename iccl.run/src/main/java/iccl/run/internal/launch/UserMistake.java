package iccl.run.internal.launch;

/** Something that the user can mend: shown as one line and a hint, without a stack trace; nothing has been started. */
public class UserMistake extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The exit status for it. */
    public static final int STATUS = 2;

    private final String message;
    private final String hint;

    /** @param hint what to do about it; may be empty */
    public UserMistake(String message, String hint) {
        super(message);
        this.message = message;
        this.hint = hint;
    }

    @Override
    public String getMessage() {
        return message;
    }

    public String hint() {
        return hint;
    }
}
