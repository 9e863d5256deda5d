import { folded } from './text.ts';

/** Places that the database of addresses names without accents. */
const IN_BRAZIL = [
  ...['Amapá', 'Ceará', 'Espírito Santo', 'Goiás', 'Maranhão', 'Pará', 'Paraíba', 'Paraná', 'Piauí', 'Rondônia'],
  ...['São Paulo', 'Aparecida de Goiânia', 'Belém', 'Brasília', 'Cuiabá', 'Florianópolis', 'Goiânia', 'João Pessoa'],
  ...['Maceió', 'Macapá', 'São Luís', 'Vitória', 'Anápolis', 'Araçatuba', 'Balneário Camboriú', 'Caxias do Sul'],
  ...['Chapecó', 'Criciúma', 'Cubatão', 'Diadema', 'Divinópolis', 'Foz do Iguaçu', 'Guarujá', 'Imperatriz', 'Ilhéus'],
  ...['Ipatinga', 'Itabuna', 'Itajaí', 'Jaboatão dos Guararapes', 'Jacareí', 'Jaraguá do Sul', 'Ji-Paraná', 'Jundiaí'],
  ...['Juazeiro do Norte', 'Maringá', 'Marabá', 'Marília', 'Maracanaú', 'Mauá', 'Mossoró', 'Niterói', 'Nova Iguaçu'],
  ...['Palhoça', 'Parnaíba', 'Paulínia', 'Poços de Caldas', 'Praia Grande', 'Ribeirão das Neves', 'Ribeirão Preto'],
  ...[
    'Rondonópolis',
    'Santa Bárbara d’Oeste',
    'Santarém',
    'Santo André',
    'São Bernardo do Campo',
    'São Caetano do Sul',
  ],
  ...['São Carlos', 'São Gonçalo', 'São João de Meriti', 'São José', 'São José do Rio Preto', 'São José dos Campos'],
  ...['São José dos Pinhais', 'São Leopoldo', 'São Vicente', 'Sinop', 'Sumaré', 'Suzano', 'Taboão da Serra', 'Taubaté'],
  ...['Teresópolis', 'Uberlândia', 'Várzea Grande', 'Viamão', 'Vitória da Conquista', 'Volta Redonda', 'Petrópolis'],
];
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ...IN_BRAZIL.map((name) => [folded(name), name] as const),
  ['federal district', 'Distrito Federal'],
]);

/** A city, state or region: 'Sao Paulo' → 'São Paulo'. `country`: its name in Portuguese; elsewhere names stay as they are. */
export const placeName = (name: string, country: string | null): string =>
  country === 'Brasil' ? (WRITTEN.get(folded(name)) ?? name) : name;
