import type { PushDevice } from '@tracker/schemas/contracts/push.contract';
import { useRef } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { formatInstantDay } from '../../format/days.ts';
import {
  isApplePhone,
  isInstalled,
  type PushPermission,
  PushRefused,
  permissionOf,
  type ThisBrowser,
} from '../../push/this-browser.ts';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast-store.ts';
import {
  usePushDevices,
  useRemoveDevice,
  useSwitchOff,
  useSwitchOn,
  useTestNotice,
  useThisBrowser,
} from './notice-queries.ts';
import { settingsText } from './notice-settings.ts';
import { NoticeSettingsForm } from './notice-settings-form.tsx';
import { deviceName } from './session-words.ts';
import { unblockSteps } from './unblock-steps.ts';

/** Where notices are allowed they are most often on, with all their settings. */
const HEIGHTS: Readonly<Record<PushPermission, string>> = {
  granted: 'h-128',
  default: 'h-11',
  denied: 'h-28',
  'install-first': 'h-28',
  unsupported: 'h-11',
};
const Loading = () => <Skeleton className={cn('mx-4 mb-5 sm:mx-5', HEIGHTS[permissionOf()])} />;

/** 'Venda!' on the phone: notices of sales, on this browser and the others of the person. */
export function NoticesCard() {
  const query = usePushDevices();
  const browser = useThisBrowser();
  return (
    <FetchedCard
      title="Avisos de venda neste aparelho"
      note="A cada venda, um aviso na tela, mesmo com o Tracker fechado. Ele diz valor, produto e campanha, e nada de quem comprou."
      query={query}
      loading={<Loading />}
    >
      {({ publicKey, devices }) =>
        browser.data ? (
          <div className="flex flex-col gap-5 px-4 pt-1 pb-5 sm:px-5">
            <ThisDevice browser={browser.data} publicKey={publicKey} devices={devices} />
            <Devices devices={devices} here={browser.data.endpointKey} />
          </div>
        ) : (
          <Loading />
        )
      }
    </FetchedCard>
  );
}

interface ThisDeviceProps {
  browser: ThisBrowser;
  publicKey: string;
  devices: readonly PushDevice[];
}

function ThisDevice({ browser: { permission, endpointKey }, publicKey, devices }: ThisDeviceProps) {
  const on = useSwitchOn();
  const off = useSwitchOff();
  const device = devices.find((one) => one.endpointKey === endpointKey);
  if (permission === 'unsupported') return <Unsupported />;
  if (permission === 'install-first') return <InstallFirst />;
  if (permission === 'denied') return <Denied />;
  const onChange = (isOn: boolean) => {
    if (!isOn) {
      if (!device) return;
      return off.mutate(device.id, {
        onSuccess: () => toast({ title: 'Avisos desativados', description: 'Este aparelho não avisa mais de vendas.' }),
        onError: (error) => failureToast('Erro ao desativar', error, 'Não foi possível desativar os avisos.'),
      });
    }
    on.mutate(publicKey, {
      onSuccess: () =>
        toast({ title: 'Avisos ativados', description: 'A próxima venda aprovada avisa neste aparelho.' }),
      onError: (error) =>
        // Refused for good, the card says how to undo it.
        error instanceof PushRefused
          ? toast({
              title: 'Avisos não ativados',
              description: 'Quando o navegador perguntar, permita as notificações.',
            })
          : failureToast('Erro ao ativar', error, 'O navegador não conseguiu ativar os avisos. Tente de novo.'),
    });
  };
  const hint = on.isPending
    ? 'Ativando... Permita as notificações quando o navegador perguntar.'
    : off.isPending
      ? 'Desativando...'
      : device
        ? 'Ativados'
        : permission === 'default'
          ? 'Desativados. Ao ativar, o navegador pede a sua permissão.'
          : 'Desativados';
  return (
    <>
      <Switch
        label="Avisar neste aparelho"
        hint={hint}
        isOn={device !== undefined}
        isPending={on.isPending || off.isPending}
        onChange={onChange}
      />
      {device && (
        <>
          <NoticeSettingsForm key={device.id} device={device} />
          <TestNotice id={device.id} />
        </>
      )}
    </>
  );
}

function TestNotice({ id }: { id: string }) {
  const test = useTestNotice(id);
  const onTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ success, message }) =>
        toast({
          look: success ? 'default' : 'destructive',
          title: success ? 'Aviso de teste enviado' : 'Aviso de teste não enviado',
          description: message,
        }),
      onError: (error) =>
        failureToast('Aviso de teste não enviado', error, 'Não foi possível enviar o aviso de teste.'),
    });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button look="outline" size="small" disabled={test.isPending} onClick={onTest}>
        {test.isPending ? 'Enviando...' : 'Enviar aviso de teste'}
      </Button>
      <p className="text-[13px] text-muted">
        Não apareceu em um minuto? Veja se o sistema deixa este navegador mostrar notificações e se o modo Não perturbe
        está desligado.
      </p>
    </div>
  );
}

const Unsupported = () => (
  <p className="text-sm">
    {window.isSecureContext
      ? 'Este navegador não recebe avisos. Abra o Tracker no Chrome, Edge, Firefox ou Safari, fora de uma janela anônima.'
      : 'Avisos só funcionam quando o Tracker é aberto por https. Peça o endereço a quem opera o servidor.'}
  </p>
);

const InstallFirst = () => (
  <Steps
    title="No iPhone e no iPad, os avisos chegam ao Tracker instalado (iOS 16.4 ou mais novo):"
    steps={[
      'No Safari, toque em Compartilhar.',
      'Toque em Adicionar à Tela de Início.',
      'Abra o Tracker pelo novo ícone, entre, e ative os avisos em Meu perfil.',
    ]}
  />
);

const Denied = () => (
  <Steps
    title="As notificações estão bloqueadas neste navegador. Para receber avisos:"
    steps={[
      ...unblockSteps(navigator.userAgent, { isApplePhone: isApplePhone(), isInstalled: isInstalled() }),
      'Volte a esta tela e ative os avisos.',
    ]}
  />
);

const Steps = ({ title, steps }: { title: string; steps: readonly string[] }) => (
  <div className="text-sm">
    <p className="font-medium">{title}</p>
    <ol className="mt-2 list-decimal space-y-1 pl-5 text-soft-ink">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </div>
);

function Devices({ devices, here }: { devices: readonly PushDevice[]; here: string | null }) {
  const { timeZone } = useSession().tenant;
  const remove = useRemoveDevice();
  const title = useRef<HTMLHeadingElement>(null);
  if (!devices.some(({ endpointKey }) => endpointKey !== here)) return null;
  const onRemove = (device: PushDevice) =>
    remove.mutate(device.id, {
      onSuccess: () => {
        toast({ title: 'Aparelho removido', description: `${deviceName(device)} não avisa mais de vendas.` });
        // Its button is gone.
        title.current?.focus();
      },
      onError: (error) => failureToast('Erro ao remover', error, 'Não foi possível remover o aparelho.'),
    });
  return (
    <div>
      <h3 ref={title} id="aparelhos" tabIndex={-1} className="font-medium text-sm outline-none">
        Seus aparelhos com avisos
      </h3>
      <ul aria-labelledby="aparelhos" className="mt-1 divide-y divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
                {deviceName(device)}
                {device.endpointKey === here && <Badge look="good">Este aparelho</Badge>}
              </p>
              <p className="text-[13px] text-muted">
                {settingsText(device)} · desde{' '}
                <span className="figure">{formatInstantDay(device.createdAt, timeZone)}</span>
              </p>
            </div>
            {device.endpointKey !== here && (
              <Button
                look="outline"
                size="small"
                disabled={remove.isPending}
                onClick={() => onRemove(device)}
                aria-label={`Remover avisos de ${deviceName(device)}`}
              >
                Remover
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
