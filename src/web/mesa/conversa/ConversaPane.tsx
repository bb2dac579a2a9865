import { useQuery } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { emAberto } from '#domain/conta.ts'
import { Fixadas } from '#web/anotacoes/naConversa.tsx'
import { useAgora } from '#web/api/useAgora.ts'
import type { Acoes } from '#web/clientes/clientes.api.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { modelosDoClienteQuery } from '#web/mensagens/mensagens.queries.ts'
import { Thread } from '#web/mensagens/Thread.tsx'
import { useRascunho } from '#web/mensagens/useRascunho.ts'
import { FaixaSkeleton } from '#web/mesa/PaineisSkeleton.tsx'
import { dinheiro, plural, restaDaJanela } from '#web/ui/formatos.ts'
import { ChevronRightOutlined } from '#web/ui/icons/ChevronRightOutlined.tsx'
import { ReceiptLongOutlined } from '#web/ui/icons/ReceiptLongOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'
import { CabecalhoDaConversa } from './CabecalhoDaConversa.tsx'
import { alcancavel, Dock } from './Dock.tsx'
import { MenuCliente } from './MenuCliente.tsx'
import './conversa.css'

const Dicas = onDemand(() => import('./Dicas.tsx'), 'Dicas', { Coming: () => <div className="dicas" /> })

interface Props {
  id: number
  /** What the list already knows of the customer. */
  resumo: Cliente | undefined
  cliente: ClienteDetalhado | undefined
  paineis: number
  selecao: Selecao
  acoes: Acoes
}

/** The thread with its head and its dock. */
export function ConversaPane({ id, resumo, cliente, paineis, selecao, acoes }: Props) {
  const rascunho = useRascunho(id)
  const [texto, setTexto] = rascunho
  // Thread and dock appear together, once the templates are known, so that neither moves the other.
  const agora = useAgora()
  const soModelos = resumo !== undefined && alcancavel(resumo) && restaDaJanela(resumo.janela_ate, agora) <= 0
  const modelos = useQuery({ ...modelosDoClienteQuery(id), enabled: soModelos })
  // Once, whatever the answer: the dock reads them anew after a failure, and would go with the thread while it does.
  const pronto = soModelos && !modelos.isFetched ? undefined : cliente
  return (
    <>
      <CabecalhoDaConversa resumo={resumo} paineis={paineis} menu={cliente && <MenuCliente cliente={cliente} />} />
      {paineis < 3 && <FaixaContas cliente={cliente} />}
      {cliente && <Fixadas anotacoes={cliente.anotacoes} cliente={cliente} />}
      <Thread
        id={id}
        cliente={pronto}
        aoEditar={(recusado) => setTexto(texto ? `${texto}\n${recusado}` : recusado)}
        dicas={(mensagem) => cliente && <Dicas mensagem={mensagem} cliente={cliente} selecao={selecao} />}
      />
      {pronto && <Dock cliente={pronto} acoes={acoes} selecao={selecao} rascunho={rascunho} />}
    </>
  )
}

/** The strip that leads to the debts where they have no pane of their own, with today's amount. */
function FaixaContas({ cliente }: { cliente: ClienteDetalhado | undefined }) {
  const mudar = useMudarFiltros()
  if (!cliente) return <FaixaSkeleton />
  const abertas = cliente.contas.filter(emAberto)
  const vencidas = abertas.filter((conta) => conta.status === 'vencida')
  const contas = vencidas.length > 0 ? vencidas : abertas
  return (
    <button
      type="button"
      className="faixa-contas row rigid gap-12"
      onClick={() => mudar({ painel: 'contas' }, { empurrar: true })}
    >
      <ReceiptLongOutlined size={20} aria-hidden />
      {contas.length === 0 ? (
        <span>Nada em aberto</span>
      ) : (
        <span>
          <b>{dinheiro(somar(contas.map((conta) => conta.valor_atualizado)))}</b>{' '}
          {vencidas.length > 0 ? 'em atraso' : 'a vencer'} · {plural(contas.length, 'conta', 'contas')}
        </span>
      )}
      <ChevronRightOutlined aria-hidden />
    </button>
  )
}
