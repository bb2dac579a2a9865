import type { ReactNode } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { tratamento } from '#domain/tratamento.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { type Acoes, jaAssumido, podeAssumir, podeReativar } from '#web/clientes/clientes.api.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { AnexosGuardados } from '#web/mensagens/Anexos.tsx'
import { Compositor } from '#web/mensagens/Compositor.tsx'
import { useEnviarModelo } from '#web/mensagens/mensagens.api.ts'
import { useAtalho } from '#web/shell/useComandos.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dia, duracao, quando, restaDaJanela } from '#web/ui/formatos.ts'
import { AutoModeOutlined } from '#web/ui/icons/AutoModeOutlined.tsx'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { HeadsetMicOutlined } from '#web/ui/icons/HeadsetMicOutlined.tsx'
import { NotificationsOffOutlined } from '#web/ui/icons/NotificationsOffOutlined.tsx'
import { PauseCircleOutlineOutlined as PauseCircleOutlined } from '#web/ui/icons/PauseCircleOutlineOutlined.tsx'
import { SupportAgentOutlined } from '#web/ui/icons/SupportAgentOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import './dock.css'

const Devolver = onDemand(() => import('./Devolver.tsx'), 'Devolver', {
  Coming: () => <Skeleton altura={44} largura={196} />,
})
const EscolhaModelo = onDemand(() => import('#web/mensagens/EscolhaModelo.tsx'), 'EscolhaModelo', {
  Coming: () => (
    <div className="escolha-skeleton">
      <div className="modelos-skeleton">
        <Skeleton altura={132} />
      </div>
    </div>
  ),
})

interface Props {
  cliente: ClienteDetalhado
  acoes: Acoes
  selecao: Selecao
  rascunho: [string, (texto: string) => void]
}

/** Below the thread, in one frame: who has the customer, and what may be said to them now. */
export function Dock({ cliente, acoes, selecao, rascunho: [texto, setTexto] }: Props) {
  const eu = useUsuario()
  const enviar = useEnviarModelo(cliente)
  const aberta = restaDaJanela(cliente.janela_ate, useAgora()) > 0
  const deAssumir = jaAssumido(acoes.assumir.error) ? null : acoes.assumir.error
  const falha = enviar.error ?? deAssumir ?? acoes.reativar.error ?? acoes.devolver.error

  return (
    <div className="dock">
      {falha && <Alert tom="error">{fraseDe(falha)}</Alert>}
      <div className="dock-moldura">
        <QuemTem cliente={cliente} eu={eu.id} acoes={acoes} />
        {!(aberta && alcancavel(cliente)) && <AnexosGuardados clienteId={cliente.id} />}
        {alcancavel(cliente) ? (
          aberta ? (
            <Compositor
              cliente={cliente}
              selecao={selecao}
              texto={texto}
              aoMudar={setTexto}
              placeholder={
                cliente.status === 'aguardando_atendimento'
                  ? `Ao enviar, você assume o atendimento de ${tratamento(cliente)}`
                  : `Mensagem para ${tratamento(cliente)}`
              }
            />
          ) : (
            <EscolhaModelo
              cliente={cliente}
              enviando={enviar.isPending}
              aoEnviar={(template) => enviar.mutateAsync(template)}
            />
          )
        ) : (
          <SemContato cliente={cliente} />
        )}
      </div>
    </div>
  )
}

/** May this person be written to at all? */
export const alcancavel = ({ aceita_mensagens, telefone, contato_invalido }: Cliente) =>
  aceita_mensagens && Boolean(telefone) && !contato_invalido

function QuemTem({ cliente, eu, acoes }: { cliente: ClienteDetalhado; eu: number; acoes: Acoes }) {
  const agora = useAgora()
  const { icone: Icone, titulo, texto, realce } = situacao(cliente, agora)
  const devolvendo = acoes.reativar.isPending || acoes.devolver.isPending
  const atalho = useAtalho('assumir')
  return (
    <div className={realce ? 'dock-quem row wrap realce' : 'dock-quem row wrap'}>
      <Icone aria-hidden />
      <div>
        {titulo}
        {texto && <p>{texto}</p>}
      </div>
      {podeAssumir(cliente, eu) && (
        <Button
          {...atalho}
          variant={realce ? 'contained' : 'outlined'}
          loading={acoes.assumir.isPending}
          disabled={devolvendo || acoes.assumir.isPending}
          onClick={() => acoes.assumir.mutate()}
        >
          Assumir atendimento
        </Button>
      )}
      {podeReativar(cliente) && <Devolver cliente={cliente} acoes={acoes} ocupado={devolvendo} />}
    </div>
  )
}

function situacao(cliente: ClienteDetalhado, agora: Date) {
  const nome = tratamento(cliente)
  const desde = cliente.historico.find((log) => log.acao === ('cliente.assumir' satisfies AcaoDoLog))?.created_at
  switch (cliente.status) {
    case 'aguardando_atendimento': {
      const espera = cliente.aguardando_desde ? duracao(agora.getTime() - Date.parse(cliente.aguardando_desde)) : ''
      return {
        icone: SupportAgentOutlined,
        titulo: espera && espera !== 'agora' ? `${nome} espera há ${espera}` : `${nome} espera atendimento`,
        texto: 'Ninguém assumiu. A cobrança automática está em silêncio.',
        realce: true,
      }
    }
    case 'em_atendimento':
      return {
        icone: HeadsetMicOutlined,
        titulo: desde ? `Você atende desde ${quando(desde, agora)}` : 'Você atende',
        texto: null,
        realce: false,
      }
    case 'negociado':
      return {
        icone: HandshakeOutlined,
        titulo: 'Acordo em andamento',
        texto: 'As parcelas são lembradas automaticamente.',
        realce: false,
      }
    case 'pausado':
      return {
        icone: PauseCircleOutlined,
        titulo: cliente.pausado_ate ? `Pausado até ${dia(cliente.pausado_ate)}` : 'Pausado sem data para voltar',
        texto: cliente.motivo_pausa,
        realce: false,
      }
    case 'concluido':
      return { icone: CheckCircleOutlined, titulo: 'Concluído', texto: 'Nada em aberto.', realce: false }
    default:
      return {
        icone: AutoModeOutlined,
        titulo: 'Em cobrança automática',
        texto: 'Assumir põe a régua em silêncio.',
        realce: false,
      }
  }
}

/** The customer cannot be written to: says why, and what can be done about it. */
function SemContato({ cliente }: { cliente: ClienteDetalhado }): ReactNode {
  const porque = !cliente.aceita_mensagens
    ? 'Este cliente pediu para não receber mensagens. Se ele escrever VOLTAR, a conversa reabre.'
    : !cliente.telefone
      ? 'Este cliente não tem telefone. Inclua um celular em “Editar contato” para conversar.'
      : 'O número não está no WhatsApp. Corrija o telefone em “Editar contato” para conversar.'
  return (
    <div className="dock-recado flex gap-12 sem-contato">
      <NotificationsOffOutlined aria-hidden />
      {porque}
    </div>
  )
}
