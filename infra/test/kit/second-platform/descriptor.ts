import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';

export const VITRINE: AdPlatformDescriptor = {
  id: 'vitrine',
  name: 'Vitrine',
  title: 'Vitrine Ads',
  screen: '/ad-platforms/vitrine',
  colour: '#0f766e',
  setup: {
    settings: 'VITRINE_APP_ID',
    developerSite: 'developers.vitrine.example',
    versionSetting: 'VITRINE_API_VERSION',
  },
  scope: 'spend.read',
  actionScope: 'ads.change',
  site: 'vitrine.example',
  accessManager: 'Painel da Vitrine',
  campaignIdHint: 'No painel da Vitrine: o código da campanha',
  accountStatuses: [{ status: 1, label: 'Ativa' }],
  campaignStatuses: { ON: 'ativa' },
  pixel: null,
};
