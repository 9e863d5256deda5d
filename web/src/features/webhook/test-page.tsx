export default function WebhookTestPage() {
  return null;
}
