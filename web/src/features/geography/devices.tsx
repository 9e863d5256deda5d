import { Bot, CircleHelp, type LucideIcon, Monitor, Smartphone } from 'lucide-react';
import { lazy } from 'react';
import type { KnownDevice } from '../../breakdown/known-geography.ts';
import { logsOf } from '../../breakdown/logs-link.ts';
import { LogsText } from '../../breakdown/named-cell.tsx';
import { useOpenLogs } from '../../breakdown/use-open-logs.ts';
import { deviceLabel } from '../../format/devices.ts';
import { formatCount, formatCounted, formatPercent, formatRate } from '../../format/figures.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import type { FilteredRange } from './country-table.tsx';
import { share } from './parts.ts';

const Bars = lazy(() => import('../../charts/bars.tsx'));

const ICONS: Readonly<Record<KnownDevice['deviceType'], LucideIcon>> = {
  mobile: Smartphone,
  desktop: Monitor,
  bot: Bot,
  unknown: CircleHelp,
};

/** What a bar of a chart takes, with the space to the next one: few bars make a low chart. */
export const BAR_PX = 34;

interface DevicesProps extends FilteredRange {
  devices: readonly KnownDevice[];
}

export function Devices({ devices, range, filters }: DevicesProps) {
  const total = devices.reduce((sum, { clickCount }) => sum + clickCount, 0);
  const clicked = devices.filter(({ clickCount }) => clickCount > 0);
  const openLogs = useOpenLogs();
  return (
    <Card aria-labelledby="device-chart" className="min-w-0">
      <CardHeader id="device-chart" title="Clicks por dispositivo" note="Tablets contam como celular" />
      <ChartFigure
        caption="Clicks por dispositivo"
        columns={['Dispositivo', 'Clicks', 'Conversões', 'Taxa Conv.']}
        rows={devices.map((device) => [
          deviceLabel(device.deviceType),
          formatCount(device.clickCount),
          formatCount(device.conversionCount),
          formatRate(device.conversionRate, device.clickCount),
        ])}
        className="mx-3 mb-3 sm:mx-4"
        height={clicked.length * BAR_PX + 8}
      >
        <Bars
          name="Clicks"
          format={formatCount}
          labelWidth={96}
          onPick={openLogs && ((index) => openLogs(logsOfDevice(clicked[index], { range, filters }).clicks))}
          bars={clicked.map((device) => ({
            label: deviceLabel(device.deviceType),
            value: device.clickCount,
            notes: [
              ['Conversões', formatCount(device.conversionCount)],
              ['Taxa de conversão', formatRate(device.conversionRate, device.clickCount)],
            ],
          }))}
        />
      </ChartFigure>
      <ul aria-label="Dispositivos">
        {devices.map((device) => (
          <DeviceRow key={device.deviceType} {...{ device, total, range, filters }} />
        ))}
      </ul>
    </Card>
  );
}

const logsOfDevice = (device: KnownDevice | undefined, { range, filters }: FilteredRange) =>
  device ? logsOf({ by: ['device'], keys: [device.deviceType], range, filters }) : {};

interface DeviceRowProps extends FilteredRange {
  device: KnownDevice;
  total: number;
}

function DeviceRow({ device, total, range, filters }: DeviceRowProps) {
  const { deviceType, clickCount, conversionCount, conversionRate } = device;
  const logs = logsOfDevice(device, { range, filters });
  const Icon = ICONS[deviceType];
  return (
    <li className="flex min-h-[53px] items-center gap-3 border-line border-t px-4 py-2 sm:px-5">
      <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-sunken text-muted">
        <Icon size={16} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{deviceLabel(deviceType)}</span>
        <span className="figure block text-muted text-xs">
          <LogsText logs={conversionCount > 0 ? logs.conversions : undefined}>
            {formatCounted(conversionCount, 'conversão', 'conversões')}
          </LogsText>{' '}
          · {formatRate(conversionRate, clickCount)} taxa conv.
        </span>
      </span>
      <span className="text-right">
        {clickCount > 0 ? (
          <>
            <span className="figure block font-medium">
              <LogsText logs={logs.clicks}>{formatCounted(clickCount, 'click', 'clicks')}</LogsText>
            </span>
            <span className="figure block text-muted text-xs">{formatPercent(share(clickCount, total))}</span>
          </>
        ) : (
          <span className="block text-muted text-xs">só a venda conta</span>
        )}
      </span>
    </li>
  );
}
