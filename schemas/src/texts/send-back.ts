// The Portuguese sentences of `send-back/problems.ts`.
import type { AdPlatformDescriptor } from '../ad-platforms/descriptor.ts';
import type { AdPlatformProblem } from '../ad-platforms/problems.ts';
import type { PostbackProblem, SendProblem } from '../send-back/problems.ts';
import { adPlatformProblemText, isAdPlatformProblem } from './ad-platforms.ts';
import { type Texts, textOf } from './texts.ts';

const POSTBACK: Texts<PostbackProblem> = {
  url_refused: () => 'A URL deve começar com http:// ou https:// e não pode ter usuário nem senha.',
  port_refused: () => 'A porta da URL não é permitida: use 80, 443 ou de 1024 em diante.',
  host_not_found: () => 'O endereço do servidor não foi encontrado.',
  internal_address: () => 'O endereço leva a uma rede interna, e o envio foi bloqueado.',
  server_no_answer: () => 'O servidor não respondeu.',
  server_late: ({ seconds }) => `O servidor não respondeu em ${seconds} segundos.`,
  certificate_invalid: () => 'O certificado HTTPS do servidor não é válido.',
  server_redirected: () => 'O servidor respondeu com um redirecionamento. Informe o endereço final.',
  server_error: ({ status }) => `O servidor respondeu com o erro ${status}.`,
};

const SEND: Texts<Exclude<SendProblem, AdPlatformProblem>> = {
  ...POSTBACK,
  conversion_not_ready: () => 'A venda ainda está sendo processada.',
  conversion_not_approved: () => 'A venda deixou de estar aprovada antes do envio, e por isso não foi enviada.',
  buyer_erased: () => 'Os dados deste comprador foram apagados a pedido dele, e por isso a venda não foi enviada.',
  send_defect: () => 'Esta venda não foi enviada por um erro do sistema. As outras vendas não são afetadas.',
  send_expired: () => 'Não foi possível enviar nos 7 dias depois da aprovação.',
  token_unreadable: () => 'O token guardado não pode mais ser lido nesta instalação. Salve-o de novo.',
  settings_outdated: () =>
    'A plataforma pede mais informações para receber as vendas. Confira os campos e salve de novo.',
  below_minimum: () => 'A venda é menor que o valor escolhido para os avisos neste aparelho.',
  switched_off: () => 'O envio foi desligado antes de esta venda ser enviada.',
};

export const postbackSuccessText = (status: number | null): string => `O servidor respondeu com sucesso (${status}).`;

export const postbackProblemText = (problem: PostbackProblem): string => textOf(POSTBACK, problem);

/** `platform`: of the destination; a postback has none, and no problem of one. */
export function sendProblemText(problem: SendProblem, platform?: AdPlatformDescriptor): string {
  if (!isAdPlatformProblem(problem)) return textOf(SEND, problem);
  return platform ? adPlatformProblemText(problem, platform) : problem.code;
}
