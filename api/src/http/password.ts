import { hash, verify } from '@node-rs/argon2';
import { createSemaphore } from '@tracker/infra/lifecycle/semaphore';
import { COMMON_PASSWORD } from '@tracker/schemas/contracts/registration-rules';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Sender } from './throttle.ts';
import { brokenRule } from './validate.ts';

/** Of argon2id. */
interface PasswordCost {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  /** The hash, at this cost, of 32 random bytes that are not kept: an unknown e-mail costs the same time as a wrong password. */
  readonly ofNoUser: string;
}

/**
 * 64 MiB and three passes: some 64 ms of one core. Two at a time keep two cores busy and leave time for the rest of the product. When
 * fifty wait already, a caller gets 503 at once instead of a timeout.
 */
const COST: PasswordCost = {
  ...{ memoryCost: 65_536, timeCost: 3, parallelism: 1 },
  ofNoUser: '$argon2id$v=19$m=65536,t=3,p=1$FowZg7mxFPhW2MN8mD3APA$xQGa/fnd05KEBtK2Qd6ey4SJCTRoj9MhhUbayA61YN8',
};
export const RUNNING_MAX = 2;
export const WAITING_MAX = 50;
/** The greatest number of one account or network: with many requests, right passwords as well, it takes no place of another. */
export const WAITING_OF_ONE_MAX = 2;

export interface Passwords {
  /** Refuses the 49,000 passwords that are tried first (the list of zxcvbn) with 400 at `field`. */
  assertUncommon(password: string, field: string): void;
  hash(password: string): Promise<string>;
  /** False, in the same time, when there is no hash to compare with. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /**
   * Runs `work` inside the semaphore; the two other functions may be called only there. 503 when too many wait, of all or of these.
   * `account`: an e-mail, or a browser that is known to be of it: strangers do not take its places.
   */
  withSemaphore<T>(sender: Sender & { readonly account?: string }, work: () => Promise<T>): Promise<T>;
}

/** `cost` is for tests, which hash more passwords than they can wait for. */
export function createPasswords({ ofNoUser, ...cost } = COST): Passwords {
  let common: ReadonlySet<string> | undefined;
  const semaphore = createSemaphore({
    ...{ runningMax: RUNNING_MAX, waitingMax: WAITING_MAX, waitingOfOneMax: WAITING_OF_ONE_MAX },
    refusal: 'sign-in-busy',
  });
  return {
    assertUncommon(password, field) {
      common ??= new Set(dictionary['passwords-common']);
      if (!common.has(normalize(password).toLowerCase())) return;
      throw brokenRule({ field, ...COMMON_PASSWORD });
    },
    hash: (password) => hash(normalize(password), cost),
    async verify(passwordHash, password) {
      const matches = await verify(passwordHash ?? ofNoUser, normalize(password));
      return matches && passwordHash !== undefined;
    },
    withSemaphore: ({ account, network, isOurSide }, work) =>
      semaphore.run(
        [...(account === undefined ? [] : [`account ${account}`]), ...(isOurSide ? [] : [`network ${network}`])],
        work,
      ),
  };
}

/** 'é' typed on a phone and on a computer may be one character or two; both are the same password. */
const normalize = (password: string): string => password.normalize('NFC');
