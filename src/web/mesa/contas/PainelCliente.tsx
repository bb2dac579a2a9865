import { startTransition, useEffect, useState } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { emAberto } from '#domain/conta.ts'
import { editarContato } from '#web/clientes/dialogos.tsx'
import { ListaContas } from '#web/contas-receber/ListaContas.tsx'
import { abertoDe, somar } from '#web/contas-receber/palavras.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { PainelSkeleton } from '#web/mesa/PaineisSkeleton.tsx'
import { acordoFechado } from '#web/negociacoes/acordoFechado.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { dinheiro, documentoComNome, plural } from '#web/ui/formatos.ts'
import { ArrowBackOutlined } from '#web/ui/icons/ArrowBackOutlined.tsx'
import { ChatOutlined } from '#web/ui/icons/ChatOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useVoltar } from '#web/ui/useFiltros.ts'
import { RodapeContas } from './RodapeContas.tsx'
import './contas.css'

const AbaSkeleton = () => <Skeleton altura={96} />
const DecisaoCard = onDemand(() => import('#web/clientes/DecisaoCard.tsx'), 'DecisaoCard', { Coming: AbaSkeleton })
const DadosCliente = onDemand(() => import('#web/clientes/DadosCliente.tsx'), 'DadosCliente', { Coming: AbaSkeleton })
const DinheiroDoCliente = onDemand(() => import('#web/clientes/DinheiroDoCliente.tsx'), 'DinheiroDoCliente', {
  Coming: AbaSkeleton,
})
const Historico = onDemand(() => import('#web/clientes/Historico.tsx'), 'Historico', { Coming: AbaSkeleton })
const Tratativas = onDemand(() => import('./Tratativas.tsx'), 'Tratativas', { Coming: AbaSkeleton })

type Aba = 'contas' | 'tratativas' | 'dinheiro' | 'historico' | 'dados'
interface Props {
  cliente: ClienteDetalhado | undefined
  paineis: number
  selecao: Selecao
}

/** What a customer owes and why they were billed; scrolls between a head and a footer that never move. */
export function PainelCliente({ cliente, paineis, selecao }: Props) {
  const [aba, setAba] = useState<Aba>(() => (acordoFechado.ler() === cliente?.id ? 'tratativas' : 'contas'))
  const depois = useAfterFirstRender()
  if (!cliente || !depois) return <PainelSkeleton />
  return (
    <>
      {paineis < 3 && <CabecalhoEstreito cliente={cliente} />}
      <Total cliente={cliente} />
      <Tabs
        rotulo="Sobre o cliente"
        painel="aba-conteudo"
        atual={aba}
        aoMudar={setAba}
        abas={[
          { valor: 'contas', rotulo: 'Contas', total: cliente.contas.filter(emAberto).length || undefined },
          { valor: 'tratativas', rotulo: 'Tratativas' },
          { valor: 'dinheiro', rotulo: 'Dinheiro' },
          { valor: 'historico', rotulo: 'Histórico' },
          { valor: 'dados', rotulo: 'Dados' },
        ]}
      />
      <div role="tabpanel" id="aba-conteudo" aria-labelledby={`aba-conteudo-${aba}`} className="aba-conteudo">
        {aba === 'contas' && (
          <>
            <ListaContas contas={cliente.contas} selecao={selecao} />
            <DecisaoCard decisao={cliente.decisao} />
          </>
        )}
        {aba === 'tratativas' && <Tratativas clienteId={cliente.id} />}
        {aba === 'dinheiro' && <DinheiroDoCliente cliente={cliente} />}
        {aba === 'historico' && <Historico logs={cliente.historico} anotacoes={cliente.anotacoes} />}
        {aba === 'dados' && <DadosCliente cliente={cliente} aoEditar={() => void editarContato(cliente)} />}
      </div>
      <RodapeContas cliente={cliente} selecao={selecao} estreito={paineis === 1} />
    </>
  )
}

/** False on the first render: the thread is drawn before the debts, and a key pressed meanwhile does not wait. */
function useAfterFirstRender(): boolean {
  const [depois, setDepois] = useState(false)
  useEffect(() => startTransition(() => setDepois(true)), [])
  return depois
}

function CabecalhoEstreito({ cliente }: { cliente: ClienteDetalhado }) {
  const conversar = useVoltar({ painel: undefined })
  return (
    <div className="cabecalho estreito">
      <IconButton aria-label="Voltar à conversa" onClick={conversar}>
        <ArrowBackOutlined />
      </IconButton>
      <div className="cabecalho-quem grow">
        <h2>{cliente.nome}</h2>
        <p>{documentoComNome(cliente.documento)}</p>
      </div>
      <IconButton aria-label="Abrir conversa" onClick={conversar}>
        <ChatOutlined />
      </IconButton>
    </div>
  )
}

function Total({ cliente }: { cliente: ClienteDetalhado }) {
  const abertas = cliente.contas.filter(emAberto)
  const vencidas = abertas.filter((conta) => conta.status === 'vencida')
  const total = somar(abertas.map((conta) => conta.valor_atualizado))
  const semEncargos = somar(abertas.map(abertoDe))
  const vencido = somar(vencidas.map((conta) => conta.valor_atualizado))
  return (
    <div className="total">
      <p>Em aberto hoje, com encargos</p>
      <div>
        {dinheiro(total)}
        {vencidas.length > 0 && vencido < total && <Chip tom="error">{dinheiro(vencido)} em atraso</Chip>}
      </div>
      {semEncargos < total && <p>{dinheiro(semEncargos)} sem encargos</p>}
      {vencidas.length > 0 && vencido === total && (
        <p className="atraso">tudo em atraso, o mais antigo há {plural(cliente.dias_atraso, 'dia', 'dias')}</p>
      )}
    </div>
  )
}
