import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'
import { novaChave } from '#web/api/novaChave.ts'
import { useAcoesModelos } from '#web/modelos/modelos.api.ts'
import { modelosQuery } from '#web/modelos/modelos.queries.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { ContentCopyOutlined } from '#web/ui/icons/ContentCopyOutlined.tsx'
import { RefreshOutlined } from '#web/ui/icons/RefreshOutlined.tsx'
import { SendOutlined } from '#web/ui/icons/SendOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { semConta } from './emPalavras.ts'
import { useDigitado } from './useDigitado.ts'
import { conexaoQuery, preparoQuery } from './whatsapp.queries.ts'
import './passos.css'

const SegredoDialog = onDemand(() => import('./SegredoDialog.tsx'), 'SegredoDialog')
const TesteDialog = onDemand(() => import('#web/modelos/TesteDialog.tsx'), 'TesteDialog')

interface Props {
  conexao: ConexaoWhatsapp
  aoFeito: () => void
}
const SO_AQUI = 'Até gravar, fica só nesta página: recarregá-la o apaga.'
const API_DA_META = 'https://graph.facebook.com/v23.0'

/** Saves part of the account; Meta's refusal is shown on its field. */
function useGravar(aoFeito: () => void) {
  const cache = useQueryClient()
  const falhaDepois = useFalhaDepois()
  const gravar = useMutation({
    mutationFn: (body: Record<string, string>) => callApi('PUT /api/admin/configuracoes/whatsapp', { body }),
    onSuccess: (nova) => {
      cache.setQueryData(conexaoQuery.queryKey, nova)
      avisar('Gravado.')
      aoFeito()
    },
    onError: (erro) => falhaDepois(erro, 'Conta do WhatsApp'),
  })
  const campos = gravar.error instanceof ErroDaApi ? gravar.error.campos : {}
  return {
    gravar,
    erroDe: (campo: string) => campos[campo]?.[0],
    semCampo: gravar.error && !Object.keys(campos).length,
  }
}

const Formulario = ({ aoEnviar, children }: { aoEnviar: () => void; children: ReactNode }) => (
  <form
    className="passo-formulario grid gap-8"
    noValidate
    onSubmit={(evento) => {
      evento.preventDefault()
      aoEnviar()
    }}
  >
    {children}
  </form>
)

const gravados = ({ provedor, ...conexao }: ConexaoWhatsapp) => {
  const real = provedor === 'cloud_api'
  return {
    phone_number_id: real ? (conexao.phone_number_id ?? '') : '',
    business_account_id: real ? (conexao.business_account_id ?? '') : '',
    token: '',
    api_url: real ? '' : API_DA_META,
    app_secret: '',
  }
}

const ONDE_ESTAO = (
  <div className="passo-ajuda cinza">
    Em <b>Meta for Developers › seu aplicativo › WhatsApp › Configuração da API</b>. O token é de um usuário do sistema,
    com as permissões whatsapp_business_messaging e whatsapp_business_management.
  </div>
)

export function FormularioConta({ conexao, aoFeito }: Props) {
  const { gravar, erroDe, semCampo } = useGravar(aoFeito)
  const real = conexao.provedor === 'cloud_api'
  const { valores, mudar, esquecer } = useDigitado(gravados(conexao), ['token', 'app_secret'])
  const campo = (nome: keyof typeof valores, rotulo: string, ajuda: string, segredo = false) => (
    <TextField
      rotulo={rotulo}
      ajuda={ajuda}
      erro={erroDe(nome)}
      value={valores[nome]}
      type={segredo ? 'password' : 'text'}
      autoComplete="off"
      onChange={(evento) => mudar(nome, evento.target.value.trim())}
    />
  )
  const completo = valores.phone_number_id && valores.business_account_id && (valores.token || !semConta(conexao))
  return (
    <Formulario
      aoEnviar={() =>
        completo &&
        gravar.mutate(Object.fromEntries(Object.entries(valores).filter(([, valor]) => valor !== '')), {
          onSuccess: esquecer,
        })
      }
    >
      {ONDE_ESTAO}
      <div className="passo-par">
        {campo('phone_number_id', 'ID do número de telefone', 'Só dígitos.')}
        {campo('business_account_id', 'ID da conta do WhatsApp Business', 'Só dígitos.')}
      </div>
      {campo(
        'token',
        'Token de acesso',
        `${!semConta(conexao) ? 'Vazio: fica o que está gravado.' : 'Guardado cifrado e nunca mais mostrado.'} ${SO_AQUI}`,
        true,
      )}
      {campo(
        'api_url',
        'Endereço da API',
        !real ? 'Da Meta, com a versão.' : semConta(conexao) ? 'Vazio: o da Meta.' : 'Vazio: fica como está.',
      )}
      {(erroDe('app_secret') || (valores.api_url !== '' && !semConta(conexao))) &&
        campo(
          'app_secret',
          'Segredo do aplicativo',
          'O token e o segredo gravados foram dados ao endereço de antes: a outro, escreva os dele.',
          true,
        )}
      {semCampo && <Alert tom="error">{fraseDe(gravar.error)}</Alert>}
      <div>
        <Button type="submit" variant="contained" disabled={!completo} loading={gravar.isPending}>
          Conferir e gravar
        </Button>
      </div>
    </Formulario>
  )
}

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

/** The address, and a token that is made here, shown once to be copied, and never read back. */
export function FormularioWebhook({ conexao, aoFeito }: Props) {
  const cache = useQueryClient()
  // The step stays open: the new token is there to be copied.
  const { gravar, erroDe, semCampo } = useGravar(() => void cache.invalidateQueries(preparoQuery))
  const { data: preparo } = useQuery(preparoQuery)
  const { valores, mudar } = useDigitado({ verify_token: '' }, ['verify_token'])
  const token = valores.verify_token
  const gerar = () => {
    const novo = `cobranca-${novaChave().slice(0, 20)}`
    gravar.mutate({ verify_token: novo }, { onSuccess: () => mudar('verify_token', novo) })
  }
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
          vazio={
            conexao.provedor === 'emulador'
              ? 'ligue antes a conta'
              : preparo?.segredos.verify_token.gravado
                ? 'já gravado, não se mostra'
                : 'gere um para copiar'
          }
        />
      </div>
      {erroDe('verify_token') && <Alert tom="error">{erroDe('verify_token')}</Alert>}
      {semCampo && <Alert tom="error">{fraseDe(gravar.error)}</Alert>}
      <div className="flex wrap gap-12">
        <Button variant="contained" startIcon={<RefreshOutlined />} onClick={aoFeito}>
          Verificar de novo
        </Button>
        <Button onClick={gerar} loading={gravar.isPending} disabled={conexao.provedor === 'emulador'}>
          {token || preparo?.segredos.verify_token.gravado ? 'Gerar outro token' : 'Gerar token'}
        </Button>
        <Button
          disabled={conexao.provedor === 'emulador'}
          onClick={() =>
            void abrir((fechar) => <SegredoDialog campo="verify_token" nome="Token de verificação" aoFechar={fechar} />)
          }
        >
          Gravar o que já uso na Meta
        </Button>
      </div>
    </div>
  )
}

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

export function FormularioSegredo({ aoFeito }: Props) {
  const { gravar, erroDe, semCampo } = useGravar(aoFeito)
  const { valores, mudar, esquecer } = useDigitado({ segredo: '' }, ['segredo'])
  const { segredo } = valores
  return (
    <Formulario aoEnviar={() => segredo && gravar.mutate({ app_secret: segredo }, { onSuccess: esquecer })}>
      <TextField
        rotulo="Segredo do aplicativo"
        type="password"
        autoComplete="off"
        value={segredo}
        erro={erroDe('app_secret')}
        ajuda={`Em Meta for Developers › Configurações › Básico. Guardado cifrado e nunca mais mostrado. ${SO_AQUI}`}
        onChange={(evento) => mudar('segredo', evento.target.value.trim())}
      />
      {semCampo && <Alert tom="error">{fraseDe(gravar.error)}</Alert>}
      <div>
        <Button type="submit" variant="contained" disabled={!segredo} loading={gravar.isPending}>
          Gravar segredo
        </Button>
      </div>
    </Formulario>
  )
}

export function PassoModelos({ aoFeito }: { aoFeito: () => void }) {
  const { sincronizar } = useAcoesModelos()
  return (
    <Button
      variant="contained"
      startIcon={<RefreshOutlined />}
      loading={sincronizar.isPending}
      onClick={() => sincronizar.mutate(undefined, { onSuccess: aoFeito })}
    >
      Enviar e conferir os modelos
    </Button>
  )
}

export function PassoTeste({ aoFeito }: { aoFeito: () => void }) {
  const { data } = useQuery(modelosQuery)
  const modelo = data?.lembrete
  return (
    <Button
      variant="contained"
      startIcon={<SendOutlined />}
      disabled={!modelo?.texto_em_uso}
      onClick={() =>
        modelo && void abrir((fechar) => <TesteDialog modelo={modelo} aoFechar={fechar} />).then(() => aoFeito())
      }
    >
      Enviar mensagem de teste
    </Button>
  )
}
