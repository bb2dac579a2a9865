import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConexaoWhatsapp } from '#contract/whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import type { Tom } from '#web/cores.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { quando } from '#web/ui/formatos.ts'
import { CheckCircle } from '#web/ui/icons/CheckCircle.tsx'
import { CloudOff } from '#web/ui/icons/CloudOff.tsx'
import { ErrorFilled as ErrorIcon } from '#web/ui/icons/ErrorFilled.tsx'
import { RefreshOutlined } from '#web/ui/icons/RefreshOutlined.tsx'
import { SettingsOutlined } from '#web/ui/icons/SettingsOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ContaDaMeta } from './ContaDaMeta.tsx'
import { Credenciais } from './Credenciais.tsx'
import { semConta } from './conta.ts'
import { aoDia, ha } from './emPalavras.ts'
import { Movimento } from './Movimento.tsx'
import { conexaoQuery } from './whatsapp.queries.ts'
import './whatsapp.css'

const Retencao = onDemand(() => import('./Retencao.tsx'), 'Retencao')

interface Props {
  conexao: ConexaoWhatsapp
  aoLigar: () => void
}

/** The state first, in a word and a sentence; then Meta's data of the account; at the right the traffic. */
export function Conexao({ conexao, aoLigar }: Props) {
  return (
    <Page>
      <Estado conexao={conexao} aoLigar={aoLigar} />
      {conexao.erro?.codigo === RETIDO && <Retencao />}
      <div className="conexao-grade grid gap-16">
        <div className="grid gap-16 shrink">
          <ContaDaMeta conexao={conexao} />
          <Credenciais conexao={conexao} />
        </div>
        <Movimento />
      </div>
    </Page>
  )
}

const ESTADOS: Record<ConexaoWhatsapp['estado'], { rotulo: string; tom: Tom; icone: typeof CheckCircle }> = {
  conectado: { rotulo: 'Conectado', tom: 'success', icone: CheckCircle },
  desconectado: { rotulo: 'Desconectado', tom: 'error', icone: CloudOff },
  nao_configurado: { rotulo: 'Não configurado', tom: 'warning', icone: SettingsOutlined },
  erro: { rotulo: 'Parado por um problema da conta', tom: 'error', icone: ErrorIcon },
}

/** Messages go out, but no status comes back. */
const SEM_STATUS = 'sem_status'
const RETIDO = 'envio_retido'

/** Problems of the sending, not of the account. */
const DO_ENVIO: Record<string, string> = {
  [RETIDO]: 'Envio retido: banco de dados restaurado',
  sem_resposta: 'Sem resposta do WhatsApp',
  recusa: 'A Meta recusa os envios',
  fila_parada: 'A fila de envio não anda',
  [SEM_STATUS]: 'Sem notícia das mensagens',
}

function Estado({ conexao, aoLigar }: Props) {
  const cache = useQueryClient()
  const agora = useAgora()
  const { tom, icone: Icone, ...estado } = ESTADOS[conexao.estado]
  const falta = conexao.estado === 'nao_configurado' // there is nothing to verify yet
  const rotulo = DO_ENVIO[conexao.erro?.codigo ?? ''] ?? estado.rotulo
  const verificar = useMutation({
    mutationFn: () => callApi('POST /api/admin/configuracoes/whatsapp/verificar', {}),
    onSuccess: (nova) => {
      cache.setQueryData(conexaoQuery.queryKey, nova)
      avisar(nova.conectado ? 'A Meta respondeu: está tudo certo.' : 'A Meta respondeu, e ainda há o que resolver.')
    },
    onError: (erro) => avisar(fraseDe(erro)),
  })
  return (
    <section className="cartao conexao-estado grid gap-16" aria-label="Situação da conexão">
      <div className="row wrap gap-16">
        <div className="conexao-sinal grid rigid" data-tom={tom} aria-hidden>
          <Icone size={28} />
        </div>
        <div className="conexao-frase" role="status">
          <h2 className="titulo-grande">{rotulo}</h2>
          <p className="cinza">{fraseDoEstado(conexao, agora)}</p>
        </div>
        <div className="flex wrap gap-12 push">
          <Button variant={falta ? 'contained' : 'outlined'} onClick={aoLigar}>
            {semConta(conexao) ? 'Ligar o WhatsApp da empresa' : 'Trocar de conta'}
          </Button>
          <Button
            variant={falta ? 'outlined' : 'contained'}
            startIcon={<RefreshOutlined />}
            loading={verificar.isPending}
            onClick={() => verificar.mutate()}
          >
            Verificar agora
          </Button>
        </div>
      </div>
      {conexao.erro && conexao.estado !== 'nao_configurado' && (
        <Alert tom="error">
          {conexao.erro.mensagem} (código {conexao.erro.codigo})
        </Alert>
      )}
    </section>
  )
}

function fraseDoEstado(
  { estado, erro, desde, webhook_recebido_em, verificado_em }: ConexaoWhatsapp,
  agora: Date,
): string {
  if (estado === 'nao_configurado') return erro?.mensagem ?? 'Informe a conta da Meta para começar a enviar.'
  const conferido = verificado_em ? ` Conferido com a Meta ${aoDia(verificado_em, agora)}.` : ''
  if (estado === 'conectado') {
    const chegou = webhook_recebido_em
      ? `O último aviso da Meta chegou ${ha(webhook_recebido_em, agora)}.`
      : 'As mensagens saem; nenhum aviso da Meta chegou ainda.'
    return chegou + conferido
  }
  if (erro?.codigo === SEM_STATUS) {
    const ultimo = webhook_recebido_em ? ` O último aviso da Meta chegou ${ha(webhook_recebido_em, agora)}.` : ''
    return `As mensagens saem, e a Meta não avisa o que acontece com elas.${ultimo}${conferido}`
  }
  if (erro?.codigo === RETIDO && desde)
    return `Desde ${quando(desde, agora)}. Nada sai até alguém conferir o que está na fila e decidir.`
  if (erro && erro.codigo in DO_ENVIO && desde)
    return `Desde ${quando(desde, agora)}. Volta sozinho quando passar.${conferido}`
  if (estado === 'erro')
    return `O envio parou e o que está na fila espera. Resolva e verifique: o que ainda vale hoje sai em seguida.${conferido}`
  return `Nada sai até a conexão voltar, e o que está na fila espera.${conferido}`
}
