// Every line that the product logs at `info` or above names one of these events in its field `event`. The keys are stable: alerts
// and saved searches use them, while the message next to a key may change. `pnpm generate` writes docs/log-events.md from this
// list.

export type LogLevel = 'info' | 'warn' | 'error' | 'fatal';

export interface LogEventEntry {
  readonly level: LogLevel;
  readonly means: string;
  /** What an operator does about it. */
  readonly action: string;
}

const NOTHING = 'Nothing.';

export const LOG_EVENTS = {
  'account.mail.failed': {
    level: 'warn',
    means:
      'A mail about an account (new password, confirmation, sign-in from a new browser) could not be stored to be sent. The person can ask for it again.',
    action: 'Check Postgres. `ops user reset` gives a link for a new password without mail.',
  },
  'account.mail.limited': {
    level: 'warn',
    means:
      'A mail about an account was not sent, because its receiver or the network that asked for it had too many in an hour.',
    action: NOTHING,
  },
  'ad-action.defect': {
    level: 'error',
    means: 'What a person wanted of an ad at its platform could not be done because of a defect. The others go on.',
    action: 'Report `err`. The person sees that it failed; the platform shows how the ad is set.',
  },
  'ad-action.evidence.failed': {
    level: 'warn',
    means: 'The figures that a person acted on could not be read. The action is kept without them.',
    action: 'Check ClickHouse.',
  },
  'ad-action.failed': {
    level: 'warn',
    means: 'An ad platform refused a change that a person wants, or gave no answer. The person sees the reason.',
    action: 'Nothing for single lines. Many of them: look at the status page of the ad platform.',
  },
  'ad-action.sweep.failed': {
    level: 'warn',
    means: 'Due actions at ad platforms could not be looked for. Tried again each second.',
    action: 'Check Postgres.',
  },
  'ad-action.tenant.failed': {
    level: 'warn',
    means: 'The actions of a tenant at an ad platform were not started. Tried again in a second; the others go on.',
    action: 'Nothing for single lines. If it repeats, check the store of jobs.',
  },
  'ad-platform.account-totals.failed': {
    level: 'warn',
    means: 'The totals of one ad account were not compared with the stored spend. The other accounts go on.',
    action: 'Nothing; the next sync compares again. If it repeats, see `err`.',
  },
  'ad-platform.call.failed': {
    level: 'warn',
    means: 'The ad platform refused a call or did not answer. `isLast` says whether it is retried.',
    action: 'Nothing for single lines. Many of them: look at the status page of the ad platform.',
  },
  'ad-platform.campaigns.not-listed': {
    level: 'warn',
    means:
      'The campaigns of an ad account were not listed, so that new ones were not linked. The sync of spend goes on.',
    action: 'Nothing; the next look is an hour later. If it repeats, see `err`.',
  },
  'ad-platform.clicks.not-read': {
    level: 'warn',
    means:
      'ClickHouse did not say which campaigns the clicks of a tenant name, so that none was linked. The sync of spend goes on.',
    action:
      'Nothing; the next look is an hour later. If it repeats for one tenant, see `err`: strangers may have made up too many ids.',
  },
  'ad-platform.connect.failed': {
    level: 'warn',
    means:
      'A person gave their consent, but the ad platform refused the next call. They see an error and can try again.',
    action: 'Check `META_APP_ID` and `META_APP_SECRET` when nobody can connect.',
  },
  'ad-platform.objects.not-read': {
    level: 'warn',
    means:
      'The states and budgets of the campaigns and ads of an ad account were not read, so that their history has no row of now. Spend is synced.',
    action: 'Nothing; a later sync reads them. If it repeats, see `err`.',
  },
  'ad-platform.revoke.failed': {
    level: 'warn',
    means: 'A connection was removed here, but the ad platform did not confirm the revocation of the token.',
    action: 'Nothing; the token expires by itself.',
  },
  'addresses.decrypt.failed': {
    level: 'warn',
    means: 'The keys of IP addresses cannot be read. The click list shows networks instead of whole addresses.',
    action: 'Check Postgres and `APP_KEYS`.',
  },
  'addresses.key.failed': {
    level: 'warn',
    means: 'The encryption key for the IP addresses of the next day was not created. It is tried again each hour.',
    action: 'Check Postgres if it repeats: without a key only the network of an address is kept.',
  },
  'addresses.purge.completed': {
    level: 'info',
    means: 'IP addresses older than 30 days became unreadable.',
    action: NOTHING,
  },
  'addresses.purge.failed': {
    level: 'warn',
    means: 'IP addresses older than 30 days were not deleted. It is tried again in one hour.',
    action: 'Check Postgres if it repeats: addresses are kept longer than promised.',
  },
  'app-keys.created': {
    level: 'info',
    means: 'The key file of a new data directory was created. All secrets are encrypted with it.',
    action: 'Include the file in backups: a copy of the data is useless without it.',
  },
  'bank-rates.currency.not-fetched': {
    level: 'warn',
    means: 'The Central Bank’s service (`PTAX_URL`) gave no rates of a currency. Its latest rates hold on.',
    action:
      'Nothing; it is asked again the next night, and within hours when it gave none of any currency. If it repeats, see `err`.',
  },
  'bank-rates.tenant.failed': {
    level: 'error',
    means: 'The conversions of a tenant in a foreign currency were not computed by the new rates.',
    action: 'Nothing; the next night computes them. If it repeats, see `err`.',
  },
  'dead-letter.refused': {
    level: 'error',
    means: 'The table of dead letters does not take one. Its bytes stay in the log, in the topic of dead letters.',
    action: 'Report it with `err`. Nothing is lost.',
  },
  'dead-letter.stored': {
    level: 'warn',
    means:
      'An event could not be processed. Its bytes and the reason are kept as a dead letter; the next events go on.',
    action: '`pnpm ops dead-letters list`; after the cause is repaired, `pnpm ops dead-letters retry`.',
  },
  'disk.full': {
    level: 'error',
    means:
      'Less than 512 MiB are free in DATA_DIR. Nothing is recorded: every public endpoint but the script answers 503.',
    action: 'Make room at once; checkouts and browsers repeat what was refused.',
  },
  'disk.low': {
    level: 'warn',
    means:
      'Less than 2 GiB are free in DATA_DIR. Posts without a key are refused with 503; deliveries with a right key or secret go on.',
    action: 'Make room: `pnpm ops retention plan`, a larger disk.',
  },
  'disk.recovered': {
    level: 'info',
    means: 'DATA_DIR has room again.',
    action: NOTHING,
  },
  'event-log.batch.failed': {
    level: 'warn',
    means: 'A consumer failed on a batch of the event log. The same batch is retried with backoff; no offset moves.',
    action: 'Check the analytics store and Postgres. `pnpm ops lag` shows how far the tables are behind.',
  },
  'events.dropped': {
    level: 'info',
    means: 'Events of this batch count for nothing, for a known `reason`.',
    action: NOTHING,
  },
  'figures.announce.failed': {
    level: 'error',
    means:
      'Screens were not told of new figures, for another reason than a database that is away. They poll every 30 seconds.',
    action: 'Report it with `err`. No figure is missing.',
  },
  'figures.listen.failed': {
    level: 'warn',
    means: 'The API cannot listen for changed figures. Screens poll; it is tried again.',
    action: 'Check Postgres if it repeats.',
  },
  'housekeeping.failed': {
    level: 'warn',
    means: 'Expired sessions, invitations and sign-in attempts were not deleted. It is tried again in one hour.',
    action: 'Check Postgres if it repeats.',
  },
  'http.https.not-public': {
    level: 'warn',
    means:
      'A request came over https, but `PUBLIC_URL` is not an https address. Cookies are sent without `Secure`, and answers without HSTS. Logged once.',
    action: 'Set `PUBLIC_URL` to the https address that people open.',
  },
  'http.proxy.not-trusted': {
    level: 'warn',
    means:
      'A proxy on this machine or in its network names visitors, but `TRUST_PROXY` is not set. All visitors have the address of the proxy, and limits by address are off. Logged once.',
    action: 'Set `TRUST_PROXY` to the address of the proxy.',
  },
  'http.request.failed': {
    level: 'error',
    means: 'A request was answered with 500 because of a defect. `err`, `route` and `requestId` say where.',
    action: 'Report it with the stack.',
  },
  'http.request.unavailable': {
    level: 'warn',
    means: 'A request was answered with 503 and `Retry-After` because a store was away or the program was overloaded.',
    action: 'Check the store that `err` names.',
  },
  'http.requests.refused': {
    level: 'warn',
    means: 'A limit of the public endpoints refused requests. At most one line a minute for each `reason`.',
    action:
      'Nothing for a short peak. Otherwise find the sender, or see whether one address stands for many people; [limits.md](limits.md) has the numbers.',
  },
  'ingest.database.awaited': {
    level: 'warn',
    means:
      'Ingest was started while Postgres is away. It waits: /readyz is 503 and names `postgres`, every other request gets 503. It goes on by itself when Postgres answers.',
    action: 'Start Postgres, or correct `DATABASE_URL`.',
  },
  'ingest.tenant-bytes.exceeded': {
    level: 'warn',
    means:
      'A tenant sent more bytes with its keys than its plan takes in a day; what is beyond is refused with 429. At most one line an hour for each tenant.',
    action:
      'Look at the deliveries of `tenantId`. A tenant with so many sales needs a larger plan; `ops company close` ends one that sends what is no sale.',
  },
  'jobs.close.failed': {
    level: 'warn',
    means:
      'The job queue did not close in time while the program stopped. Unfinished jobs are taken up at the next start.',
    action: NOTHING,
  },
  'jobs.settle.failed': {
    level: 'warn',
    means: 'The result of a finished job was not written. The write is retried; the job does not run again meanwhile.',
    action: 'Check the store of the job queue (Postgres or Redis).',
  },
  'jobs.store.unavailable': {
    level: 'warn',
    means: 'The store of the job queue (Postgres or Redis) fails. It is retried; at most one line in ten seconds.',
    action: 'Check that store.',
  },
  'kafka.consumer.crashed': {
    level: 'warn',
    means: 'The Kafka consumer crashed. It restarts with backoff from its committed offset.',
    action: 'Check the brokers if `kafka.consumer.restarted` does not follow.',
  },
  'kafka.consumer.restarted': {
    level: 'info',
    means: 'The Kafka consumer reads again after a crash.',
    action: NOTHING,
  },
  'kafka.consumer.stuck': {
    level: 'fatal',
    means: 'The Kafka consumer crashed ten times in a row. Nothing is processed; it keeps restarting.',
    action: 'Check the brokers and `err` now.',
  },
  'kafka.producer.recovered': {
    level: 'info',
    means: 'Kafka acknowledges batches again.',
    action: NOTHING,
  },
  'kafka.producer.unavailable': {
    level: 'warn',
    means: 'Kafka did not acknowledge a batch in time. The caller decides: events of visitors go to the spool.',
    action: 'Check the brokers.',
  },
  'kafka.topic.differs': {
    level: 'warn',
    means:
      'A Kafka topic that exists has other copies, partitions or settings than this installation wants; `differences` lists them. It is used as it is.',
    action:
      'Change the topic with Kafka’s own tools (copies, `min.insync.replicas`, retention), or the settings `KAFKA_REPLICATION` and `KAFKA_PARTITIONS`. Never change the partitions of a topic in use. `pnpm ops topics check` compares again.',
  },
  'kafka.topic.few-copies': {
    level: 'warn',
    means:
      'The cluster has three brokers or more, and this installation wants fewer than three copies of a topic: an acknowledged event may be on one disk only.',
    action:
      'Set `KAFKA_REPLICATION=3`. A topic that exists gets more copies by Kafka’s own tools; `pnpm ops topics check` compares.',
  },
  'kafka.topic.refused': {
    level: 'warn',
    means:
      'A Kafka topic is missing and was not made, because there are fewer brokers than copies wanted. Events go to the spool; it is tried again.',
    action: 'Start the other brokers, or set `KAFKA_REPLICATION`.',
  },
  'kafka.topic.unchecked': {
    level: 'warn',
    means: 'The settings of a Kafka topic could not be read, so it is not known whether they are as wanted.',
    action: 'Allow the user of Kafka to describe topics and their settings, or ignore it.',
  },
  'lifecycle.crashed': {
    level: 'fatal',
    means: 'The program met an error that nothing handles, and ended with exit code 1.',
    action: 'Report it with the stack.',
  },
  'lifecycle.part.stop-failed': {
    level: 'error',
    means: 'One part of the program failed to stop. The other parts are stopped all the same.',
    action: 'Report it with the stack.',
  },
  'lifecycle.ready': {
    level: 'info',
    means: 'The program has started and takes requests at `url`.',
    action: NOTHING,
  },
  'lifecycle.schema.newer': {
    level: 'info',
    means:
      'A store was migrated by a newer version, which this program works with. Normal during an upgrade, and after going back.',
    action: 'Nothing; start this program in the newer version when the upgrade is done.',
  },
  'lifecycle.start.refused': {
    level: 'fatal',
    means: 'The program does not start; the message is the sentence that says why. Exit code 1.',
    action: 'Do what the message says.',
  },
  'lifecycle.stop-failed': {
    level: 'fatal',
    means: 'The program did not stop in order. The process exits with an error; nothing that was acknowledged is lost.',
    action: 'Report it with the stack.',
  },
  'lifecycle.warning': {
    level: 'warn',
    means: 'Node.js or a library warns of itself: a deprecation, too many listeners.',
    action: 'Nothing; report it when it repeats.',
  },
  'limits.redis.unavailable': {
    level: 'warn',
    means:
      'Redis does not answer ingest. Requests are limited by each ingest for itself; none waits or is refused for it.',
    action: 'Check Redis.',
  },
  'log-outbox.append.failed': {
    level: 'warn',
    means: 'Something was stored, and its events not appended to the log at once. The worker appends them.',
    action: 'Check the log (Kafka or Postgres). No event is lost.',
  },
  'log-outbox.sweep.failed': {
    level: 'warn',
    means:
      'The worker could not append stored events to the log, or not look for them. It is retried; one line for each outage.',
    action: 'Check Postgres and the log. No event is lost.',
  },
  'log-outbox.tenant.failed': {
    level: 'error',
    means:
      'The log refuses the stored events of one tenant. They are kept and tried again; those of the others are appended.',
    action: 'Report it with the stack.',
  },
  'look-up.answer.failed': {
    level: 'error',
    means:
      'An answer of a checkout could not be made an event. It is asked for again, three times at most; the others are not held up.',
    action: 'Report it with the stack.',
  },
  'look-up.sweep.failed': {
    level: 'warn',
    means: 'What checkouts must be asked was not read. It is retried; one line for each outage.',
    action: 'Check Postgres. Nothing is lost.',
  },
  'look-up.tenant.failed': {
    level: 'warn',
    means:
      'The job that asks a checkout for one company was not added. It is tried again in 2 s; those of the others are.',
    action: 'Nothing for single lines. If it repeats, see `err`.',
  },
  'look-up.token.stopped': {
    level: 'warn',
    means:
      'A checkout refused the token of a company, or it cannot be decrypted. Its look-ups wait, at most three days.',
    action:
      'Its administrators see it on `Webhook` and set another token. Many companies at once: check the setting of the API.',
  },
  'message.defect': {
    level: 'error',
    means: 'A message to a person could not be made, and is given up. The others are sent.',
    action: 'Report it with the stack.',
  },
  'message.failed': {
    level: 'warn',
    means:
      'A message to a person was not sent. It is tried again with growing pauses, unless its receiver was refused or it is too old. An administrator who invites sees the link instead.',
    action: 'Check `SMTP_URL` when it repeats: `reason` has the code of the mail server.',
  },
  'message.sweep.failed': {
    level: 'warn',
    means: 'The worker could not look for messages to people. It is retried; one line for each outage.',
    action: 'Check Postgres. No message is lost.',
  },
  'metrics.listening': {
    level: 'info',
    means: 'GET /metrics is served on `port`.',
    action: NOTHING,
  },
  'ops.command.failed': {
    level: 'info',
    means: 'A command of `pnpm ops` failed. The operator sees the reason.',
    action: NOTHING,
  },
  'ops.socket.failed': {
    level: 'warn',
    means: 'The socket for `pnpm ops` was not opened. The product works; `pnpm ops` cannot reach it while it runs.',
    action: 'Check the permissions and the length of the path.',
  },
  'outbox.conversion.failed': {
    level: 'error',
    means:
      'A conversion cannot be read, or made ready to be sent, for a destination. After three attempts it is refused; the others are sent.',
    action: 'Report it with the stack.',
  },
  'outbox.destination.failed': {
    level: 'warn',
    means: 'The job of one destination was not added. It is tried again in 5 s; those of the others are.',
    action: 'Nothing for single lines. If it repeats, see `err`.',
  },
  'outbox.sweep.failed': {
    level: 'warn',
    means: 'The outbox of pixels and postbacks was not read. It is retried; one line for each outage.',
    action: 'Check Postgres and the analytics store. No entry is lost.',
  },
  'postgres.exited': {
    level: 'error',
    means: 'The embedded Postgres ended by itself. It is restarted; events go to the spool meanwhile.',
    action: 'Look into `postgres/server.log` of the data directory, and at free memory and disk.',
  },
  'postgres.leftover.stopping': {
    level: 'warn',
    means: 'A Postgres of an earlier run, which was killed, still runs. It is stopped before a new one starts.',
    action: NOTHING,
  },
  'postgres.migrated': {
    level: 'info',
    means: 'A migration was applied to Postgres.',
    action: NOTHING,
  },
  'postgres.restart.failed': {
    level: 'warn',
    means: 'The embedded Postgres did not start again. It is retried with backoff.',
    action: 'Look into `postgres/server.log` of the data directory.',
  },
  'postgres.restarted': {
    level: 'info',
    means: 'The embedded Postgres runs again.',
    action: NOTHING,
  },
  'recompute.refresh.failed': {
    level: 'warn',
    means: 'The processor did not read which derived rows are set aside. It tries again in a minute.',
    action: 'Check ClickHouse if it repeats.',
  },
  'recompute.retried': {
    level: 'info',
    means: 'Derived rows that another version of the processor could not compute are computed again by this one.',
    action: NOTHING,
  },
  'recompute.set-aside': {
    level: 'error',
    means:
      'A derived row (a conversion, a click, a day) cannot be computed, and was set aside alone. Its figures are as before its last event; all others go on.',
    action: 'See the runbook KeysSetAside. `ops dead-letters retry --stream recompute` computes it again.',
  },
  'recompute.settled': {
    level: 'info',
    means: 'A derived row that was set aside is computed.',
    action: NOTHING,
  },
  'recorder.log.recovered': {
    level: 'info',
    means: 'The event log takes events again; the spool is empty.',
    action: NOTHING,
  },
  'recorder.log.unavailable': {
    level: 'warn',
    means: 'The event log is away. Events go to the spool on disk and are acknowledged from there.',
    action: 'Check Postgres or Kafka. `pnpm ops spool status` shows how much waits.',
  },
  'recorder.tenant.busy': {
    level: 'warn',
    means:
      'A tenant sends events faster than the log takes them. The rest of its events goes to the spool, and from there to the log; no event is lost, and other tenants do not wait.',
    action:
      'Look at the traffic of `tenantId`. A flood: refuse its senders at the gateway, or end the tenant with `ops company close`. All tenants: the log is slow.',
  },
  'replay.batch.failed': {
    level: 'warn',
    means: 'A batch of a replay failed. It is retried after `waitMs`.',
    action: 'Check the analytics store if it repeats; `pnpm ops replay status`.',
  },
  'retention.busy': {
    level: 'info',
    means:
      'The retention has to wait for a replay, another run, or days that are being finalized; `reason` says which.',
    action: 'Swap the replay, or drop it, when it repeats for days.',
  },
  'retention.log.completed': {
    level: 'info',
    means: 'Records of the event log that are older than `LOG_RETENTION_DAYS` were deleted.',
    action: NOTHING,
  },
  'retention.log.held': {
    level: 'warn',
    means:
      'Records of the event log stay although they are older than `LOG_RETENTION_DAYS`. `by` says why: `no-snapshot`, the `snapshot` ends before them, it is a `damaged-snapshot`, the `archive` lacks them, the `processor` has not read them, or a `rollback` needs them.',
    action:
      'Make a snapshot: `pnpm ops replay run`, then `replay snapshot`. For the archive, `pnpm ops archive run`. For a rollback that is not needed any more, `replay run --fresh`.',
  },
  'retention.postponed': {
    level: 'warn',
    means:
      'Clicks of these tenants are kept although they are older than the retention: a day before the limit is open.',
    action: 'Nothing for one night. If it repeats, see why days are not finalized.',
  },
  'retention.run.completed': {
    level: 'info',
    means: 'The retention of the tenants deleted rows.',
    action: NOTHING,
  },
  'retention.snapshot.damaged': {
    level: 'warn',
    means:
      'Tables of the replay snapshot differ from what was verified. Nothing is deleted from the event log behind it.',
    action: 'Make a new snapshot while the log is whole: `pnpm ops replay run`, `replay snapshot`.',
  },
  'retention.tenant.failed': {
    level: 'error',
    means:
      'Old rows of one tenant were not deleted, or not all. It is tried again the next night; those of the others are.',
    action: 'Report it with the stack when it repeats: rows are kept longer than promised.',
  },
  'rollups.company.failed': {
    level: 'warn',
    means:
      'The open days of one company were not found or not finalized. Its figures are read from events; other companies go on.',
    action: 'Nothing for single lines. If it repeats for one company, report it with `err`.',
  },
  'rollups.day.failed': {
    level: 'warn',
    means:
      'Half of a day of one company cannot be built. Its figures are right, and read from events. With `isLast` it is tried again at the next start only.',
    action: 'Report it with `err` when `isLast` is true.',
  },
  'rollups.finalize.failed': {
    level: 'warn',
    means:
      'Days were not finalized. Their figures are read from the single events: correct, but slower. It is retried.',
    action: 'Check the analytics store if it repeats.',
  },
  'rollups.stale-rows.removed': {
    level: 'info',
    means: 'Rollup rows of replaced builds were deleted.',
    action: NOTHING,
  },
  'scheduler.evaluation.failed': {
    level: 'warn',
    means: 'The nightly scheduler did not look for due runs. It is retried; a missed run is caught up.',
    action: 'Check Postgres if it repeats.',
  },
  'scheduler.run.failed': {
    level: 'error',
    means: 'A scheduler did not start the run of one `key`. The others start; this one is tried again.',
    action: 'Report it with the stack.',
  },
  'spend.history.not-queued': {
    level: 'warn',
    means: 'The last 90 days of a new campaign link were not requested at once: the store of jobs did not answer.',
    action: 'Nothing; the next run of the day requests them. If it repeats, check the store of jobs.',
  },
  'spend.sync.completed': {
    level: 'info',
    means: 'Ad spend was synced for all campaign links of a tenant.',
    action: NOTHING,
  },
  'spend.sync.interrupted': {
    level: 'warn',
    means: 'A sync of ad spend ended with an unexpected error. The job queue retries it, up to its limit.',
    action: 'Check the stores; report it when it repeats.',
  },
  'spend.sync.partial': {
    level: 'warn',
    means:
      'Ad spend was synced for some campaign links of a tenant; `failed` of them did not. The next night tries again.',
    action: 'See `error`: most often the tenant has to connect its ad account again.',
  },
  'spool.append.rollback-failed': {
    level: 'warn',
    means:
      'A write to the spool failed and its bytes could not be removed. An event may be delivered twice; it counts once.',
    action: 'Check the disk.',
  },
  'spool.close.failed': {
    level: 'warn',
    means: 'A segment file of the spool could not be closed. Its content is on disk.',
    action: 'Check the disk.',
  },
  'spool.drained': {
    level: 'info',
    means: 'All spooled events are in the event log.',
    action: NOTHING,
  },
  'spool.event.decrypt-failed': {
    level: 'error',
    means: 'The personal data of a spooled event cannot be decrypted. `spool.quarantined` says where its bytes are.',
    action: 'Put the missing key back into `APP_KEYS`; keep the file.',
  },
  'spool.event.rejected': {
    level: 'error',
    means: 'The event log is reachable but refuses one spooled event. `spool.quarantined` says where its bytes are.',
    action: 'Report it with the stack; keep the file.',
  },
  'spool.frame.unreadable': {
    level: 'error',
    means: 'This version cannot decode a frame of the spool. `spool.quarantined` says where its bytes are.',
    action: 'Was an older version started on newer data? Start the newer one; keep the file.',
  },
  'spool.left.failed': {
    level: 'warn',
    means: 'The spool `dir` of an ingest that has ended could not be opened or drained. It is tried again every 10 s.',
    action: 'Check the disk and the permissions of that directory.',
  },
  'spool.pending': {
    level: 'info',
    means: 'At the start the spool holds events that are not in the event log yet. It drains by itself.',
    action: NOTHING,
  },
  'spool.quarantined': {
    level: 'error',
    means: 'Bytes of the spool that cannot be used were copied to `file`. The events in them are not in the event log.',
    action: 'Keep the file and report it; check the disk.',
  },
  'spool.read.failed': {
    level: 'error',
    means: 'The spool cannot be read. Its events wait; reading is retried.',
    action: 'Check the disk and the permissions of the spool directory.',
  },
  'spool.segment.vanished': {
    level: 'error',
    means:
      'Another program removed a file of the spool of this ingest. Its events are in the event log only if that program brought them there. The spool takes no more events, and /readyz is 503 until a restart.',
    action:
      'Find the second program on this data directory: the disk does not pass locks on, as some network disks do. Give each ingest a disk of its own, then restart.',
  },
  'spool.watermark.failed': {
    level: 'warn',
    means:
      'The spool could not store how far it is drained. After a crash some events would be sent again; they count once.',
    action: 'Check the disk.',
  },
  'spool.write.truncated': {
    level: 'warn',
    means: 'The last write before a crash was incomplete and is removed. It was never acknowledged.',
    action: NOTHING,
  },
  'tenant.unconfirmed.closed': {
    level: 'info',
    means: 'A company that confirmed no e-mail and recorded nothing for 7 days was closed.',
    action: NOTHING,
  },
  'tenant.unconfirmed.failed': {
    level: 'warn',
    means: 'A company without a confirmed e-mail, or all of them, were not looked at. The others go on.',
    action: 'Nothing; the next look is within a day. If it repeats, see `err`.',
  },
  'traces.export.failed': {
    level: 'warn',
    means: 'Traces could not be sent to `OTEL_EXPORTER_OTLP_ENDPOINT`; they are dropped after some attempts.',
    action: 'Look at the collector. Nothing else is concerned.',
  },
  'track.campaign.unknown': {
    level: 'info',
    means: 'Requests named a campaign that does not exist. At most one line a minute.',
    action: NOTHING,
  },
  'warning.mail.failed': {
    level: 'warn',
    means:
      'Administrators were not mailed a warning (`warning`: of the events of their plan, or of conversions that a limit kept out of the figures). It is tried again at the next look; the screens show it all the same.',
    action: 'Check ClickHouse and Postgres when it repeats.',
  },
  'webhook.mapping.failed': {
    level: 'error',
    means:
      'The mapping of a checkout threw an error: a defect of ours. The delivery is kept and can be processed again.',
    action: 'Report it with the stack.',
  },
} as const satisfies Record<`${string}.${string}`, LogEventEntry>;

/** The events of one level. */
export type LogEvent<Level extends LogLevel = LogLevel> = {
  [Key in keyof typeof LOG_EVENTS]: (typeof LOG_EVENTS)[Key]['level'] extends Level ? Key : never;
}[keyof typeof LOG_EVENTS];
