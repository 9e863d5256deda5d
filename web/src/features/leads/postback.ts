// The code to copy in the documentation card, with the tenant's own values.

export interface PostbackValues {
  /** What the public addresses begin with, without a slash at the end. */
  publicUrl: string;
  campaignId: string;
}

interface PostbackField {
  name: string;
  isRequired?: boolean;
  meaning: string;
}

/** Specification §7.5. */
export const POSTBACK_FIELDS: readonly PostbackField[] = [
  { name: 'name', isRequired: true, meaning: 'Nome da pessoa (ou nome)' },
  { name: 'email', isRequired: true, meaning: 'Email; o mesmo na mesma campanha é um lead só' },
  { name: 'phone', meaning: 'Telefone (ou telefone)' },
  { name: 'click_id', meaning: 'ID do click: traz origem, cidade e campanha' },
  { name: 'campaign_id', meaning: 'ID da campanha' },
  { name: 'source', meaning: 'Origem; sem ela, a do click' },
  { name: 'medium', meaning: 'Meio' },
  { name: 'campaign', meaning: 'Nome livre da campanha' },
];

export const postbackUrl = ({ publicUrl }: Pick<PostbackValues, 'publicUrl'>): string => `${publicUrl}/leads`;

export const curlExample = (values: PostbackValues): string =>
  `curl -X POST '${postbackUrl(values)}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "name": "Maria Silva",
    "email": "maria@exemplo.com.br",
    "phone": "(11) 98888-7777",
    "campaign_id": "${values.campaignId}",
    "source": "landing-page"
  }'`;

/** A form that sends itself and stays on the page. With the tracking script next to it, the lead knows its click. */
export const formExample = (values: PostbackValues): string =>
  `<form id="lead-form">
  <input name="name" placeholder="Nome" aria-label="Nome" required>
  <input name="email" type="email" placeholder="E-mail" aria-label="E-mail" required>
  <input name="phone" type="tel" placeholder="Telefone" aria-label="Telefone">
  <input name="campaign_id" type="hidden" value="${values.campaignId}">
  <button>Quero receber</button>
  <p role="status"></p>
</form>
<script>
  document.getElementById('lead-form').addEventListener('submit', function (event) {
    event.preventDefault();
    var form = event.target;
    var status = form.querySelector('[role=status]');
    var fields = new URLSearchParams(new FormData(form));
    var clickId = window.TrafficTracker && window.TrafficTracker.getClickId();
    if (clickId) fields.set('click_id', clickId);
    fetch('${postbackUrl(values)}', { method: 'POST', body: fields })
      .then(function (answer) {
        if (!answer.ok) throw new Error(answer.status);
        form.reset();
        status.textContent = 'Recebemos seu contato. Obrigado!';
      })
      .catch(function () {
        status.textContent = 'Não foi possível enviar. Tente de novo.';
      });
  });
</script>`;

/** The created lead, and the refusal. */
export const ANSWER_EXAMPLE = `201 {"success": true, "lead": {"id": "ld_…", "status": "new", …}, "message": "…"}
200 {"success": true, "duplicate": true, "lead": {…}}
400 {"error": "invalid-lead", "message": "…", "details": [{"field": "email", "message": "…"}]}`;
