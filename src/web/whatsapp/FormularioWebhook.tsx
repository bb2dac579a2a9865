import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { fraseDe } from '#web/api/erro.ts'
import { novaChave } from '#web/api/novaChave.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { ContentCopyOutlined } from '#web/ui/icons/ContentCopyOutlined.tsx'
import { RefreshOutlined } from '#web/ui/icons/RefreshOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { type Props, useGravar } from './gravarConta.tsx'
import { useDigitado } from './useDigitado.ts'
import { preparoQuery } from './whatsapp.queries.ts'
import './passos.css'

const SegredoDialog = onDemand(() => import('./SegredoDialog.tsx'), 'SegredoDialog')

/** Without the others nobody learns that the account was restricted, a template paused, or marketing refused. */
const CAMPOS_DO_WEBHOOK = [
  'messages',
  'message_template_status_update',
  'message_template_quality_update',
  'template_category_update',
  'account_update',
  'account_alerts',
  'account_review_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_capability_update',
  'user_preferences',
  'user_id_update',
  'security',
]

export interface PropsDoWebhook extends Props {
  aoVerificar: () => void
  verificando: boolean
}

/** The address, and a token that is made here, shown once to be copied, and never read back. */
export function FormularioWebhook({ conexao, ...verificacao }: PropsDoWebhook) {
  // The step stays open: the new token is there to be copied.
  const { gravar, salvar, erroDe, semCampo } = useGravar()
  const { data: preparo } = useQuery(preparoQuery)
  const gravado = preparo?.segredos.verify_token.gravado
  const { valores, mudar, reler } = useDigitado({ verify_token: '' }, ['verify_token'])
  const token = valores.verify_token
  const gerar = () => {
    const novo = `cobranca-${novaChave().slice(0, 20)}`
    salvar({ verify_token: novo }, () => mudar('verify_token', novo))
  }
  // The one made here, if any, is not to be copied any more.
  const gravarOutro = () =>
    abrir((fechar) => <SegredoDialog campo="verify_token" nome="Token de verificação" aoFechar={fechar} />).then(reler)
  return (
    <div className="grid gap-12">
      <div className="cinza">
        Copie os dois campos para <b>Meta for Developers › WhatsApp › Configuração › Webhook</b> e assine os campos{' '}
        {CAMPOS_DO_WEBHOOK.map((campo, i) => (
          <Fragment key={campo}>
            {i > 0 && ', '}
            <b>{campo}</b>
          </Fragment>
        ))}
        .
      </div>
      <div className="passo-copiar grid gap-16">
        <Copiavel rotulo="Endereço de retorno" valor={conexao.webhook_url} />
        <Copiavel
          rotulo="Token de verificação"
          valor={token}
          // Until that is known nobody is told to make one: it would end what Meta already uses.
          vazio={gravado ? 'já gravado, não se mostra' : gravado === false ? 'gere um para copiar' : ''}
        />
      </div>
      {erroDe('verify_token') && <Alert tom="error">{erroDe('verify_token')}</Alert>}
      {semCampo && <Alert tom="error">{fraseDe(gravar.error)}</Alert>}
      <div className="flex wrap gap-12">
        <VerificarDeNovo {...verificacao} />
        <Button onClick={gerar} loading={gravar.isPending}>
          {token || gravado !== false ? 'Gerar outro token' : 'Gerar token'}
        </Button>
        <Button onClick={() => void gravarOutro()}>Gravar o que já uso na Meta</Button>
      </div>
    </div>
  )
}

export const VerificarDeNovo = ({ aoVerificar, verificando }: Pick<PropsDoWebhook, 'aoVerificar' | 'verificando'>) => (
  <Button variant="contained" startIcon={<RefreshOutlined />} loading={verificando} onClick={aoVerificar}>
    Verificar de novo
  </Button>
)

function Copiavel({ rotulo, valor, vazio }: { rotulo: string; valor: string; vazio?: string }) {
  const copiar = () => copiarTexto(valor, `${rotulo}: copiado.`)
  return (
    <TextField
      rotulo={rotulo}
      value={valor}
      placeholder={vazio ?? ''}
      readOnly
      className="codigo"
      sufixo={
        <IconButton aria-label={`Copiar ${rotulo.toLowerCase()}`} disabled={!valor} onClick={() => void copiar()}>
          <ContentCopyOutlined size={20} />
        </IconButton>
      }
    />
  )
}
