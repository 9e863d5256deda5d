import type { Click } from '@tracker/schemas/contracts/click-logs.contract';
import { type ReactNode, useId } from 'react';
import { formatMoney, NO_FIGURE } from '../../format/figures.ts';
import { formatInstantTime } from '../../format/instants.ts';
import { placeText } from '../../format/places.ts';
import { useSession } from '../../session/session.ts';
import { cn } from '../../ui/cn.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { deviceLabel, SUBS, sourceLabel, statusOf, UTMS } from './click-texts.ts';
import { ClickViews } from './click-views.tsx';

const COLUMN = 'flex min-w-0 flex-col gap-5';

/** All stored data of a click. */
export function ClickDetail({ click, campaignName }: { click: Click; campaignName: string | undefined }) {
  const { timeZone } = useSession().tenant;
  const at = (instant: string) => formatInstantTime(instant, timeZone);
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 py-1 md:grid-cols-2 xl:grid-cols-3">
      <div className={COLUMN}>
        <Group title="Click">
          <Fact name="Click ID">
            <span className="flex items-start justify-between gap-1">
              <span className="min-w-0">{click.clickId}</span>
              <CopyButton isIcon text={click.clickId} what="click ID inteiro" />
            </span>
          </Fact>
          <Fact name="Campanha">{campaignName ? `${campaignName} (${click.campaignId})` : click.campaignId}</Fact>
          <Fact name="Click anterior">{click.previousClickId}</Fact>
          <Fact name="Fonte">{sourceLabel(click.source)}</Fact>
          <Fact name="Referência">{click.referrer}</Fact>
          <Fact name="Data">{at(click.createdAt)}</Fact>
        </Group>
        <Group title="Conversão">
          <Fact name="Status">{statusOf(click).label}</Fact>
          <Fact name="Convertido em">{click.convertedAt && at(click.convertedAt)}</Fact>
          <Fact name="Valor">{click.conversionValue && formatMoney(click.conversionValue)}</Fact>
        </Group>
        <Group title="Checkout aberto">
          {click.openedCheckouts.length === 0 && <Fact name="Aberto em">{null}</Fact>}
          {click.openedCheckouts.map(({ openedAt, url }) => (
            <Fact key={`${openedAt} ${url}`} name={at(openedAt)}>
              {url}
            </Fact>
          ))}
        </Group>
        <ClickViews click={click} />
      </div>
      <div className={COLUMN}>
        <Group title="Anúncio" isWide>
          {SUBS.map(([field, meaning], index) => (
            <Fact key={field} name={`sub${index + 1} · ${meaning}`}>
              {click[field]}
            </Fact>
          ))}
        </Group>
        <Group title="Pixel da Meta">
          <Fact name="fbp">{click.fbp}</Fact>
          <Fact name="fbc">{click.fbc}</Fact>
        </Group>
      </div>
      <div className={COLUMN}>
        <Group title="UTM">
          {UTMS.map(([field, name]) => (
            <Fact key={field} name={name}>
              {click[field]}
            </Fact>
          ))}
        </Group>
        <Group title="Local e dispositivo">
          <Fact name="Endereço IP">{click.ipAddress}</Fact>
          <Fact name="Local">{placeText(click)}</Fact>
          <Fact name="Fuso horário">{click.timezone}</Fact>
          <Fact name="Dispositivo">
            {[deviceLabel(click.deviceType), click.operatingSystem, click.browser].filter(Boolean).join(' · ')}
          </Fact>
          <Fact name="User agent">{click.userAgent}</Fact>
        </Group>
      </div>
    </div>
  );
}

function Group({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1.5 font-medium text-[13px]">
        {title}
      </h3>
      <dl
        className={cn(
          'grid gap-x-3 gap-y-1 text-[13px]',
          isWide ? 'grid-cols-[10.5rem_1fr]' : 'grid-cols-[6.5rem_1fr]',
        )}
      >
        {children}
      </dl>
    </section>
  );
}

/** As it came: texts of visitors are shown as text, and broken where they must be. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 text-soft-ink [overflow-wrap:anywhere]">{children || NO_FIGURE}</dd>
  </>
);
