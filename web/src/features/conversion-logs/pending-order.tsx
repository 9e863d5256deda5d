import { useMutation } from '@tanstack/react-query';
import { type Conversion, readConversionContact } from '@tracker/schemas/contracts/conversion-logs.contract';
import { hasRole } from '@tracker/schemas/roles';
import { MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { serverTime } from '../../data/server-clock.ts';
import { formatAge } from '../../format/durations.ts';
import { useSession } from '../../session/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { NO_PHONE, PHONE_OF_LEAD } from './conversion-texts.ts';

interface Order extends Pick<Conversion, 'productName' | 'paymentMethod'> {
  readonly firstName: string | null;
  readonly seller: string;
}

/** A chat with this phone (digits with the country's code) and a text to start from, which the person may change before it is sent. */
const whatsappUrl = (phone: string, order: Order): string =>
  `https://wa.me/${phone}?text=${encodeURIComponent(messageOf(order))}`;

function messageOf({ firstName, seller, productName, paymentMethod }: Order): string {
  const hello = firstName === null ? 'Olá!' : `Olá, ${firstName}!`;
  const order = productName === null ? 'Seu pedido' : `Seu pedido de “${productName}”`;
  return `${hello} Aqui é da ${seller}. ${order} ${stateOf(paymentMethod)}. Posso ajudar com alguma dúvida?`;
}

function stateOf(method: Conversion['paymentMethod']): string {
  if (method === 'pix') return 'está reservado e aguarda o pagamento do Pix';
  if (method === 'boleto') return 'está reservado e aguarda o pagamento do boleto';
  return 'ainda aguarda a confirmação do pagamento';
}

/** How long a pending order has been waiting; and, for those who may read a phone, the way to its buyer. */
export function PendingOrder({ conversion }: { conversion: Conversion }) {
  const { user } = useSession();
  // Anyone can send an order without a key, with any phone.
  const canWrite = hasRole(user.role, readConversionContact.access) && conversion.verified && !conversion.isTest;
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted text-xs">
      <Age since={conversion.createdAt} />
      {canWrite && <Contact conversion={conversion} />}
    </span>
  );
}

const AGE_MOVES_EVERY_MS = 30_000;

/** 'há 3 h', as long as it is on screen. */
export function Age({ since }: { since: string }) {
  const [now, setNow] = useState(() => serverTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime()), AGE_MOVES_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="figure">{formatAge((now - Date.parse(since)) / 1_000)}</span>;
}

const LINK = 'inline-flex items-center gap-1 rounded font-medium text-accent underline-offset-2 hover:underline';

/** The phone is asked for at the click: each answer is in the audit log. The link stays, for a browser that opened no window. */
function Contact({ conversion }: { conversion: Conversion }) {
  const { tenant } = useSession();
  const link = useRef<HTMLAnchorElement>(null);
  const contact = useMutation({
    mutationFn: async () => {
      const { phone, firstName, from } = await call(readConversionContact, { params: { id: conversion.id } });
      if (phone === null) return null;
      return { url: whatsappUrl(phone, { ...conversion, firstName, seller: tenant.name }), isOfLead: from === 'lead' };
    },
    onSuccess: (found) => {
      if (found === null) toast(NO_PHONE);
      // The seller sees first whose phone it is.
      else if (!found.isOfLead) window.open(found.url, '_blank', 'noopener,noreferrer');
    },
    onError: (error) => failureToast('Telefone não encontrado', error, 'Não foi possível ler o telefone.'),
  });
  const { url, isOfLead = false } = contact.data ?? {};
  useEffect(() => {
    // The button that had the focus is gone.
    if (url) link.current?.focus();
  }, [url]);
  if (url) {
    return (
      <>
        <a ref={link} href={url} target="_blank" rel="noopener noreferrer" className={LINK}>
          <MessageCircle size={13} aria-hidden /> Abrir WhatsApp
        </a>
        {isOfLead && <span>{PHONE_OF_LEAD}</span>}
      </>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={contact.isPending}
      onClick={() => !contact.isPending && contact.mutate()}
      className={LINK}
    >
      <MessageCircle size={13} aria-hidden /> WhatsApp
    </button>
  );
}
