import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { passaDaLei } from '#domain/calendario.ts'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { BarraMudancas } from '#web/ui/BarraMudancas.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { plural } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { useMedia } from '#web/ui/useMedia.ts'
import { useSaida } from '#web/ui/useSaida.ts'
import { useAcoesCobranca } from './cobranca.api.ts'
import { previsaoQuery, reguaQuery } from './cobranca.queries.ts'
import { LinhaDaRegua } from './LinhaDaRegua.tsx'
import { diaLivre, mudancasDa, seguirRegua } from './mudancas.ts'
import { ALEM_DA_LEI, QuandoEnviar } from './QuandoEnviar.tsx'
import type { Passo } from './tipos.ts'
import './regua.css'

// Loaded lazily: it is needed only once the forecast is counted.
const GraficoPrevisao = onDemand(() => import('./GraficoPrevisao.tsx'), 'GraficoPrevisao', {
  Coming: () => <Skeleton altura={380} />,
})

/** Which message goes how many days from the due day, in which hours, with which charges. */
export function ReguaPainel() {
  const { data, error, refetch } = useQuery(reguaQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir a régua" erro={error} aoTentar={() => void refetch()} />
  if (!data)
    return (
      <Page>
        <Skeleton altura={340} />
        <Skeleton altura={360} />
      </Page>
    )
  return <Editor salva={data} />
}

function Editor({ salva }: { salva: Regua }) {
  const { salvarRegua } = useAcoesCobranca()
  const { regua, mudar, escolhido, setEscolhido, vez, recomecar, enviar, ...passos } = useEdicao(salva, salvarRegua)
  const [simular, simulando] = useSimular()
  const mudancas = mudancasDa(salva, regua)
  useSaida(mudancas.length > 0, `A régua tem mudanças que não foram salvas: ${mudancas.join(', ')}.`)
  const antes = useQuery(previsaoQuery(salva))
  const previsao = useQuery(previsaoQuery(useDeferredValue(regua)))
  const descartar = () => {
    recomecar()
    salvarRegua.reset()
  }
  const salvar = async () => {
    if (!(await aceitaAsHoras(salva, regua))) return
    enviar(regua)
    const passos = regua.passos.map(({ id, ...passo }) => (id > 0 ? { id, ...passo } : passo))
    salvarRegua.mutate({ body: { ...regua, passos }, salva })
  }
  return (
    <Page>
      <LinhaDaRegua
        passos={regua.passos}
        escolhido={escolhido}
        vez={vez}
        previsao={previsao.data}
        semPrevisao={Boolean(previsao.error)}
        simulando={simulando}
        aoEscolher={setEscolhido}
        aoMudar={passos.mudarPasso}
        aoRemover={passos.remover}
        aoCriar={passos.criar}
        aoSimular={simular}
      />
      <div className="regua-baixo grid gap-16">
        <GraficoPrevisao
          previsao={previsao.data}
          erro={previsao.error && !previsao.data ? fraseDe(previsao.error) : undefined}
          aoTentar={() => void previsao.refetch()}
          atualizando={previsao.isPlaceholderData}
          passo={regua.passos.find(({ id }) => id === escolhido)?.dias}
          nomes={regua.nomes_feriados}
        />
        <QuandoEnviar key={vez} regua={regua} aoMudar={mudar} />
      </div>
      {salvarRegua.error && <Recusa erro={salvarRegua.error} />}
      {mudancas.length > 0 && (
        <BarraMudancas
          titulo={plural(mudancas.length, 'alteração não salva', 'alterações não salvas')}
          efeito={`${resumir(mudancas)}: ${efeito(antes, previsao)}`}
          acao="Salvar régua"
          salvando={salvarRegua.isPending}
          aoSalvar={() => void salvar()}
          aoDescartar={descartar}
        />
      )}
    </Page>
  )
}

const Recusa = ({ erro }: { erro: Error }) => (
  <div ref={trazerAVista}>
    <Alert tom="error">{frases(erro)}</Alert>
  </div>
)

/** It would lie under the bar from which it was saved. In braces, as in `BarraMudancas`. */
const trazerAVista = (recusa: HTMLElement | null) => {
  recusa?.scrollIntoView({ block: 'center' })
}

/** Starts a run that sends nothing, and opens its report. */
function useSimular() {
  const { executar } = useAcoesCobranca()
  const { mudar } = useFiltros()
  const simular = () =>
    executar.mutate(
      { simular: true },
      { onSuccess: ({ execucao_id }) => mudar({ aba: 'execucoes', execucao: execucao_id }, { empurrar: true }) },
    )
  return [simular, executar.isPending] as const
}

/**
 * The cadence's draft, and which of its steps is open. When something else comes to be saved, from here or by a colleague, what the
 * draft had not changed follows it; what it had is kept, and the bar says how it differs from what is saved now.
 */
function useEdicao(salva: Regua, { isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }) {
  const [regua, setRegua] = useState(salva)
  const [base, setBase] = useState(salva)
  /** The draft that was sent to be saved: whoever goes on writing changes another. */
  const [enviada, enviar] = useState<Regua>()
  /** The fields' texts begin anew with each. */
  const [vez, setVez] = useState(0)
  const largo = useMedia('(min-width: 900px)')
  const [escolhido, setEscolhido] = useState(largo ? salva.passos.find(({ dias }) => dias > 0)?.id : undefined)
  const recomecar = () => {
    setRegua(salva)
    setVez(vez + 1)
  }
  // Whether what was sent is saved is known first: a refused draft has not changed since it was sent, and is nowhere else.
  if (base !== salva && !isPending) {
    const nova = seguirRegua(regua, (isSuccess && enviada) || base, salva)
    setBase(salva)
    enviar(undefined)
    setRegua(nova)
    const aberto = regua.passos.find(({ id }) => id === escolhido)
    if (aberto && aberto.id < 0) setEscolhido(nova.passos.find(({ dias }) => dias === aberto.dias)?.id)
  }
  const mudar = (parte: Partial<Regua>) => setRegua((atual) => ({ ...atual, ...parte }))
  const mudarPassos = (passos: Passo[]) => mudar({ passos: passos.toSorted((a, b) => a.dias - b.dias) })
  const criar = () => {
    const id = Math.min(0, ...regua.passos.map((passo) => passo.id)) - 1
    mudarPassos([...regua.passos, { id, dias: diaLivre(regua.passos), tipo: 'atraso', ativo: true }])
    setEscolhido(id)
  }
  const mudarPasso = (id: number, parte: Partial<Passo>) =>
    mudarPassos(regua.passos.map((passo) => (passo.id === id ? { ...passo, ...parte } : passo)))
  const remover = (id: number) => {
    mudarPassos(regua.passos.filter((passo) => passo.id !== id))
    setEscolhido(undefined)
  }
  return { regua, mudar, escolhido, setEscolhido, vez, recomecar, enviar, criar, mudarPasso, remover }
}

/** Hours beyond the law are confirmed once. */
async function aceitaAsHoras(salva: Regua, regua: Regua): Promise<boolean> {
  const mudou = JSON.stringify(salva.horario) !== JSON.stringify(regua.horario)
  return !mudou || !passaDaLei(regua.horario) || (await confirmar(HORAS_ALEM))
}

const HORAS_ALEM = {
  titulo: 'Salvar horas além da lei?',
  texto: ALEM_DA_LEI,
  acao: 'Salvar assim mesmo',
  cancelar: 'Rever as horas',
  perigo: true,
}

const MOSTRADAS = 2
const resumir = (mudancas: string[]) =>
  mudancas.length > MOSTRADAS
    ? `${mudancas.slice(0, MOSTRADAS).join(', ')} e mais ${mudancas.length - MOSTRADAS}`
    : mudancas.join(' e ')

type Previsao = UseQueryResult<{ total: number }>

function efeito(antes: Previsao, depois: Previsao): string {
  if (depois.error) return 'sem previsão do efeito'
  if (depois.isPlaceholderData || !depois.data || !antes.data) return 'calculando o efeito…'
  const diferenca = depois.data.total - antes.data.total
  if (diferenca === 0) return 'mesmas mensagens em 30 dias'
  return `${plural(Math.abs(diferenca), 'mensagem', 'mensagens')} a ${diferenca < 0 ? 'menos' : 'mais'} em 30 dias`
}

const frases = (erro: unknown) =>
  erro instanceof ErroDaApi && Object.keys(erro.campos).length > 0
    ? [...new Set(Object.values(erro.campos).flat())].join(' ')
    : fraseDe(erro)
