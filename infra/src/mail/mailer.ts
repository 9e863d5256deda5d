/** Sends mails. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail; rejects when it has not within the deadline. Never tries again. */
  send(mail: Mail): Promise<void>;
}
