import { z } from 'zod';
import { CampaignId, LeadId } from '../primitives/ids.ts';
import { CursorText, PAGE_SIZE_MAX } from '../primitives/pagination.ts';
import { Instant } from '../primitives/time.ts';
import { queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';

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
  /** What the form said, else what the click knew. */
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

export const LeadChange = z.object({
  status: LeadStatus,
  /** Absent: the notes stay as they are. */
  notes: z.string().trim().max(5_000, 'As observações podem ter até 5000 caracteres.').optional(),
});

export const listLeads = defineContract({
  name: 'leads.list',
  method: 'GET',
  path: '/api/leads',
  access: 'viewer',
  summary:
    'Leads, newest first. `q` searches name, e-mail and phone of the newest 5 000; a whole e-mail address finds every lead that has it. `source=direct`: without a source.',
  query: z.object({
    status: LeadStatus.optional(),
    source: z.string().max(256).optional(),
    q: z.string().trim().max(256).optional(),
    limit: queryInteger(1, PAGE_SIZE_MAX, PAGE_SIZE_MAX),
    cursor: CursorText.optional(),
  }),
  status: 200,
  response: z.array(Lead),
  paged: true,
});

export const readLeadAnalytics = defineContract({
  name: 'leads.analytics',
  method: 'GET',
  path: '/api/leads/analytics',
  access: 'viewer',
  summary: 'How many leads there are, by source (most first; `direct`: without a source) and by status.',
  status: 200,
  response: z.object({
    totalLeads: z.number(),
    leadsBySource: z.array(z.object({ source: z.string(), count: z.number() })),
    leadsByStatus: z.array(z.object({ status: LeadStatus, count: z.number() })),
  }),
});

export const editLead = defineContract({
  name: 'leads.edit',
  method: 'PATCH',
  path: '/api/leads/:id',
  access: 'editor',
  summary: 'Sets a lead’s status and, when given, its notes. No repeated post of the lead touches them.',
  params: z.object({ id: z.string().max(80) }),
  body: LeadChange,
  status: 200,
  response: Lead,
});

export const leadContracts = [listLeads, readLeadAnalytics, editLead];
