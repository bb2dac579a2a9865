import { useQuery } from '@tanstack/react-query'
import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAcoesModelos } from '#web/modelos/modelos.api.ts'
import { modelosQuery } from '#web/modelos/modelos.queries.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { RefreshOutlined } from '#web/ui/icons/RefreshOutlined.tsx'
import { SendOutlined } from '#web/ui/icons/SendOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { semConta } from './conta.ts'
import { Formulario, type Props, SO_AQUI, useGravar } from './gravarConta.tsx'
import { useDigitado } from './useDigitado.ts'
import './passos.css'

const TesteDialog = onDemand(() => import('#web/modelos/TesteDialog.tsx'), 'TesteDialog')

const API_DA_META = 'https://graph.facebook.com/v23.0'

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
  const { gravar, salvar, erroDe, semCampo } = useGravar(aoFeito)
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
      recusa={gravar.error}
      aoEnviar={() =>
        completo && salvar(Object.fromEntries(Object.entries(valores).filter(([, valor]) => valor !== '')), esquecer)
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

export function FormularioSegredo({ aoFeito }: Props) {
  const { gravar, salvar, erroDe, semCampo } = useGravar(aoFeito)
  const { valores, mudar, esquecer } = useDigitado({ segredo: '' }, ['segredo'])
  const { segredo } = valores
  return (
    <Formulario recusa={gravar.error} aoEnviar={() => segredo && salvar({ app_secret: segredo }, esquecer)}>
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
