import { z } from 'zod';
import { CampaignId, LeadId } from '../primitives/ids.ts';
import { CursorText, PAGE_SIZE_MAX } from '../primitives/pagination.ts';
import { Instant } from '../primitives/time.ts';
import { DayRangeQuery, queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';
import { withSeen } from './with-seen.ts';

export const LeadStatus = z.enum(['new', 'contacted', 'qualified', 'converted', 'lost']);
export type LeadStatus = z.infer<typeof LeadStatus>;

const text = z.string().nullable();

/** An absent text is null. */
export const Lead = z.object({
  id: LeadId,
  name: z.string(),
  email: z.string(),
  phone: text,
  /** From its click, once that is stored. */
  country: text,
  city: text,
  /** What the form sent, else what the click knew. */
  source: text,
  medium: text,
  campaign: text,
  campaignId: CampaignId.nullable(),
  clickId: text,
  status: LeadStatus,
  notes: text,
  createdAt: Instant,
});
export type Lead = z.infer<typeof Lead>;

export const LeadChange = withSeen(
  z.object({
    /** A field that is absent stays as it is. */
    status: LeadStatus.optional(),
    notes: z.string().trim().max(5_000, 'As observações podem ter até 5000 caracteres.').optional(),
  }),
);

const leadFilters = z.object({
  status: LeadStatus.optional(),
  source: z.string().max(256).optional(),
  campaignId: z.string().max(64).optional(),
  q: z.string().trim().max(256).optional(),
  ...DayRangeQuery.shape,
});

const FILTERS =
  '`q` searches name, e-mail and phone of the newest 100 000; a whole e-mail address finds every lead that has it. `source=direct`: without a source. `startDate`, `endDate`: the days of their receipt, all of them by default.';

export const listLeads = defineContract('leads.list', 'GET /api/leads', 'viewer', {
  summary: `Leads, newest first. ${FILTERS} What is searched stands encrypted, and is opened for the first search: the header \`X-Search-Pending\` says how many older leads that search has not seen yet.`,
  query: z.object({
    ...leadFilters.shape,
    limit: queryInteger(1, PAGE_SIZE_MAX, PAGE_SIZE_MAX),
    cursor: CursorText.optional(),
  }),
  response: z.array(Lead),
  paged: true,
  figures: true,
  mayDiffer: ['status', 'source', 'q'],
});

export const LEAD_CSV_COLUMNS = [
  'Lead ID',
  'Name',
  'Email',
  'Phone',
  'Status',
  'Source',
  'Medium',
  'Campaign',
  'Campaign ID',
  'Click ID',
  'Country',
  'City',
  'Notes',
  'Created At',
] as const;

export const exportLeads = defineContract('leads.export', 'GET /api/leads/export', 'viewer', {
  summary: `The leads of a filter as \`leads-export-yyyy-MM-dd.csv\`, newest first; columns: ${LEAD_CSV_COLUMNS.join(', ')}. ${FILTERS}`,
  query: leadFilters,
  response: z.string(),
  csv: true,
});

export const readLeadAnalytics = defineContract('leads.analytics', 'GET /api/leads/analytics', 'viewer', {
  summary: 'How many leads there are, by source (most first; `direct`: without a source) and by status.',
  response: z.object({
    totalLeads: z.number(),
    leadsBySource: z.array(z.object({ source: z.string(), count: z.number() })),
    leadsByStatus: z.array(z.object({ status: LeadStatus, count: z.number() })),
  }),
  figures: true,
});

export const editLead = defineContract('leads.edit', 'PATCH /api/leads/:id', 'editor', {
  summary: 'Sets a lead’s status and, when given, its notes. No repeated post of the lead touches them.',
  params: z.object({ id: z.string().max(80) }),
  body: LeadChange,
  response: Lead,
});

/** A change of a lead by a person. */
export const LeadHistoryEntry = z.object({
  id: z.string(),
  at: Instant,
  status: LeadStatus,
  previousStatus: LeadStatus,
  /** What was written with it; null: the notes stayed as they were. */
  notes: text,
  /** The person's full name, kept when they leave; empty when no one knows it any more. */
  changedBy: z.string(),
});
export type LeadHistoryEntry = z.infer<typeof LeadHistoryEntry>;

export const readLeadHistory = defineContract('leads.history', 'GET /api/leads/:id/history', 'viewer', {
  summary: 'Who set which status and wrote which notes, newest first.',
  params: z.object({ id: z.string().max(80) }),
  response: z.array(LeadHistoryEntry),
});
