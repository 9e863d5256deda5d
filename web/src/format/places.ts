import { placeName } from '@tracker/schemas/primitives/place-name';
import { folded } from '@tracker/schemas/primitives/text';

interface Place {
  city: string | null;
  region: string | null;
  country: string | null;
}

/** 'Campinas, São Paulo, Brasil'; a city that is named like its state is named once. */
export function placeText({ city, region, country }: Place): string {
  const parts = [city && placeName(city, country), region && placeName(region, country), country];
  return parts.filter((part, index) => part && parts.indexOf(part) === index).join(', ');
}

/** Of Brazil, by their names without accents. */
const STATES: Readonly<Record<string, string>> = {
  ...{ acre: 'AC', alagoas: 'AL', amapa: 'AP', amazonas: 'AM', bahia: 'BA', ceara: 'CE', 'distrito federal': 'DF' },
  ...{ 'federal district': 'DF', 'espirito santo': 'ES', goias: 'GO', maranhao: 'MA', 'mato grosso': 'MT' },
  ...{ 'mato grosso do sul': 'MS', 'minas gerais': 'MG', para: 'PA', paraiba: 'PB', parana: 'PR', pernambuco: 'PE' },
  ...{ piaui: 'PI', 'rio de janeiro': 'RJ', 'rio grande do norte': 'RN', 'rio grande do sul': 'RS', rondonia: 'RO' },
  ...{ roraima: 'RR', 'santa catarina': 'SC', 'sao paulo': 'SP', sergipe: 'SE', tocantins: 'TO' },
};

/** The two letters of a state of Brazil: 'Sao Paulo' → 'SP'; undefined for another region. */
export const stateCode = (region: string): string | undefined => STATES[folded(region)];
