import type { Lead } from '@tracker/schemas/contracts/leads.contract';
import { Mail, MapPin, MessageCircle, Phone } from 'lucide-react';
import { dialNumber, locationOf, whatsAppNumber } from './lead-texts.ts';

const LINE = 'inline-flex min-w-0 items-center gap-1.5 text-[13px] text-soft-ink';
const LINK = 'truncate rounded hover:text-accent hover:underline max-sm:py-3.25';

/** The contact data of a lead as links. */
export function LeadContact({ lead }: { lead: Lead }) {
  const { name, email, phone } = lead;
  const location = locationOf(lead);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className={LINE}>
        <Mail size={14} aria-hidden className="shrink-0 text-muted" />
        <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={LINK}>
          {email}
        </a>
      </span>
      {phone !== null && <PhoneLinks name={name} phone={phone} />}
      {location !== undefined && (
        <span className={LINE}>
          <MapPin size={14} aria-hidden className="shrink-0 text-muted" /> {location}
        </span>
      )}
    </div>
  );
}

function PhoneLinks({ name, phone }: { name: string; phone: string }) {
  const [number, whatsApp] = [dialNumber(phone), whatsAppNumber(phone)];
  return (
    <span className={LINE}>
      <Phone size={14} aria-hidden className="shrink-0 text-muted" />
      {number === undefined ? (
        <span className="truncate">{phone}</span>
      ) : (
        <a href={`tel:${number}`} className={LINK}>
          {phone}
        </a>
      )}
      {whatsApp !== undefined && (
        <a
          href={`https://wa.me/${whatsApp}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 rounded px-1 font-medium text-good hover:underline max-sm:py-3.25"
        >
          <MessageCircle size={14} aria-hidden /> WhatsApp
          <span className="sr-only"> de {name} (abre em outra aba)</span>
        </a>
      )}
    </span>
  );
}
