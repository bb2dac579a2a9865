import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '#contract/integracoes.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { MoreVertOutlined } from '#web/ui/icons/MoreVertOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { CartaoDaLista } from './CartaoDaLista.tsx'
import { relerIntegracoes, useIntegracoes } from './integracoes.api.ts'
import { webhooksQuery } from './integracoes.queries.ts'
import { DO_EVENTO } from './palavras.ts'

const WebhookDialog = onDemand(() => import('./WebhookDialog.tsx'), 'WebhookDialog')
const EntregasDialog = onDemand(() => import('./EntregasDialog.tsx'), 'EntregasDialog')
const criar = () => void abrir((fechar) => <WebhookDialog aoFechar={() => fechar()} />)

/** The addresses called when something changes. */
export const WebhooksCard = () => (
  <CartaoDaLista
    titulo="Webhooks"
    texto="Avisam outro programa, na hora, do que muda aqui: uma conta paga, uma mensagem que chega. Levam códigos e situações, nunca nomes ou valores."
    vazio="Nenhum endereço é avisado."
    acao="Novo webhook"
    aoCriar={criar}
    consulta={useQuery(webhooksQuery)}
  >
    {(webhook) => <Item webhook={webhook} />}
  </CartaoDaLista>
)

function Item({ webhook }: { webhook: Webhook }) {
  const { url, eventos, pendentes, separadas, entregue_em, erro } = webhook
  // What was sent again meanwhile changes the counts.
  const verEntregas = () =>
    void abrir((fechar) => <EntregasDialog webhook={webhook} aoFechar={() => fechar()} />).then(relerIntegracoes)
  return (
    <>
      <div className="grow stack gap-4">
        <b className="endereco">{url}</b>
        <p className="cinza">{eventos.map((evento) => DO_EVENTO[evento]).join(' · ')}</p>
        <div className="row wrap gap-8">
          {separadas > 0 && <Chip tom="error">{plural(separadas, 'não entregue', 'não entregues')}</Chip>}
          {pendentes > 0 && <Chip tom="warning">{plural(pendentes, 'pendente', 'pendentes')}</Chip>}
          <span className="menor cinza">
            {entregue_em ? `Última entrega em ${diaEHora(entregue_em)}` : 'Nada entregue ainda'}
          </span>
        </div>
        {erro && <Alert tom="error">{erro}</Alert>}
      </div>
      <Button variant="outlined" onClick={verEntregas}>
        Entregas
      </Button>
      <Acoes webhook={webhook} />
    </>
  )
}

function Acoes({ webhook: { id, url } }: { webhook: Webhook }) {
  const { testar, remover } = useIntegracoes()
  const tirar = async () => {
    const certo = await confirmar({
      titulo: 'Remover este webhook?',
      texto: `${url} deixa de ser avisado, e o que esperava por ele não é mais enviado.`,
      acao: 'Remover webhook',
      perigo: true,
    })
    if (certo) remover.mutate(id)
  }
  const rotulo = `Ações de ${url}`
  return (
    <Menu
      rotulo={rotulo}
      trigger={
        <IconButton aria-label={rotulo}>
          <MoreVertOutlined />
        </IconButton>
      }
    >
      <MenuItem onClick={() => testar.mutate(id)}>Enviar teste</MenuItem>
      <MenuItem danger onClick={() => void tirar()}>
        Remover
      </MenuItem>
    </Menu>
  )
}
