const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'Celular',
  desktop: 'Computador',
  bot: 'Robô',
  unknown: 'Desconhecido',
};

/** Tablets count as 'mobile' (decision 30). */
export const deviceLabel = (deviceType: string): string => DEVICES[deviceType] ?? deviceType;
