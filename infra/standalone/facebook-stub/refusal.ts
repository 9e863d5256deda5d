// Facebook's error responses with their literal texts and codes. Throttling is a 400 or 403 with a body, too.

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly type?: string;
  readonly code: number;
  readonly subcode?: number;
  readonly isTransient?: boolean;
  /** Minutes to wait, sent in a header. */
  readonly regainMinutes?: number;
}

export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const oauth = (code: number, message: string, subcode?: number): Refusal => ({ status: 400, code, message, subcode });
const throttle = (code: number, message: string, subcode?: number): Refusal => ({
  ...oauth(code, message, subcode),
  isTransient: true,
});

export const refusals = {
  unknown: { status: 500, code: 1, message: 'An unknown error occurred' },
  service: { status: 503, code: 2, message: 'Service temporarily unavailable', isTransient: true },
  reduceData: {
    status: 500,
    code: 1,
    message: "Please reduce the amount of data you're asking for, then retry your request",
  },
  tooMuchData: oauth(100, '(#100) The request asks for too much data', 1_487_534),
  appThrottled: throttle(4, '(#4) Application request limit reached', 1_504_022),
  userThrottled: throttle(17, 'User request limit reached', 2_446_079),
  insightsThrottled: throttle(80_000, '(#80000) There have been too many calls from this ad-account.', 2_446_079),
  managementThrottled: {
    ...throttle(80_004, '(#80004) There have been too many calls to this ad-account.'),
    status: 403,
  },
  badParameter: oauth(100, '(#100) Invalid parameter'),
  unknownObject: oauth(100, 'Unsupported get request. Object does not exist or cannot be loaded', 33),
  permission: {
    ...oauth(200, '(#200) Ad account owner has NOT grant ads_management or ads_read permission'),
    status: 403,
  },
  noManagement: { ...oauth(200, '(#200) Requires ads_management permission'), status: 403 },
  budgetChangedOften: throttle(613, '(#613) Calls to this api have exceeded the rate limit.', 1_487_632),
  finalStatus: oauth(100, '(#100) The object is archived or deleted', 1_487_566),
  blocked: oauth(368, 'The action attempted has been deemed abusive or is otherwise disallowed'),
  badToken: oauth(190, 'Invalid OAuth access token - Cannot parse access token'),
  expiredToken: oauth(190, 'Error validating access token: Session has expired', 463),
  removedApp: oauth(190, 'Error validating access token: The user has not authorized application', 458),
  changedPassword: oauth(190, 'The session has been invalidated because the user changed their password', 460),
  usedCode: oauth(100, 'This authorization code has been used.', 36_009),
  expiredCode: oauth(100, 'This authorization code has expired.', 36_007),
  otherRedirect: oauth(100, 'Error validating verification code. redirect_uri must be identical', 36_008),
  badSecret: oauth(1, 'Error validating client secret.'),
  badApp: oauth(101, 'Error validating application. Cannot get application info due to a system error.'),
  noProof: oauth(100, 'API calls from the server require an appsecret_proof argument'),
  badProof: oauth(100, 'Invalid appsecret_proof provided in the API argument'),
  oldVersion: oauth(2635, '(#2635) You are calling a deprecated version of the Ads API. Please update to the latest.'),
  oldEvent: oauth(100, 'Invalid parameter', 2_804_003),
  unfinishedRun: oauth(100, '(#100) The report run is not completed'),
} as const satisfies Record<string, Refusal>;

/** Ends the request with that error response. */
export function refuse(refusal: Refusal): never {
  throw new RefusalError(refusal);
}

export const refusalBody = ({ message, type = 'OAuthException', code, subcode, isTransient = false }: Refusal) => ({
  error: { message, type, code, error_subcode: subcode, is_transient: isTransient, fbtrace_id: 'A1b2C3d4E5f' },
});
