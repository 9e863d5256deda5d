/** How long a checkout's API is asked for what a delivery named. */
export const LOOK_UP_DAYS = 3;

/** What is older was asked long ago: a processor that reads the log again asks nothing again. */
export const LOOK_UP_WANTED_DAYS = 30;

/**
 * Of one tenant at one checkout: who has the address of the webhook can name any number of ids, and each costs a call of the tenant's quota
 * at the platform. A shop sells less than that; what is beyond waits for the next minute.
 */
export const LOOK_UPS_A_MINUTE_MAX = 60;

/** An answer has some kilobytes, one of a great cart some hundred. */
export const LOOK_UP_ANSWER_BYTES_MAX = 1024 * 1024;
