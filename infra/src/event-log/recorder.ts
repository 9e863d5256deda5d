// How ingest records events: into the log, or into the local spool while the log is unavailable. Resolved means durable.
import type { TenantId } from '@tracker/schemas/primitives/ids';

/** A person's fields; encrypted with the person's own key before they reach the log. */
export interface PersonalData {
  readonly personId: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Absent for a person of an e-mail of whom nothing else is known. */
  readonly ties?: PersonTies;
}

/** What else an event says of its person (privacy/person-groups.ts). */
export interface PersonTies {
  /** The person's id is made of the e-mail. */
  readonly hasEmail: boolean;
  /** What comes without proof is found by its ties, and ties no one. */
  readonly verified: boolean;
  readonly phone?: string;
  readonly transaction?: string;
}

export interface RecordedEvent {
  readonly id: string;
  readonly type: string;
  readonly tenantId: TenantId;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly payload: object;
  /** Set by the recorder where traces are kept; the last field. */
  readonly traceparent?: string;
}

export interface Entry {
  /** Decides the partition: the click id where there is one, else the campaign or tenant. */
  readonly key: string;
  readonly event: RecordedEvent;
  /** Set in the event's payload as `person`, encrypted (null when that person was erased). */
  readonly personal?: PersonalData;
}

export interface RecorderStatus {
  /** False while the log is away and events go to the spool. */
  readonly logAvailable: boolean;
  /** False when neither took the last event: the log is away, and the spool is full or its disk refuses. */
  readonly takesEvents: boolean;
  /** False for good when another program removed a file of the spool: restart this one. */
  readonly isSpoolIntact: boolean;
  readonly spooledEvents: number;
  readonly spooledBytes: number;
  readonly oldestSpooledAt: Date | null;
}

export interface Recorder {
  /** Resolves when the event is in the log or, on disk, in the spool. Rejects with `LogUnavailableError` when neither takes it. */
  record(entry: Entry): Promise<void>;
  status(): RecorderStatus;
  /** Tries at once to bring the spool into the log; resolves when the spool is empty or the log refuses. */
  drain(): Promise<void>;
  /** Waits for what is in flight. What is spooled stays on disk for the next start. */
  close(): Promise<void>;
}
