import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PoliticaDeNegociacao } from '#contract/politica.ts'
import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi, ehVersaoAntiga, fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { diaEHora } from '#web/ui/formatos.ts'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { iguais } from '#web/ui/seguir.ts'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { useSaida } from '#web/ui/useSaida.ts'
import { ExemploDaPolitica } from './ExemploDaPolitica.tsx'
import { FaixaDaPolitica } from './FaixaDaPolitica.tsx'
import { politicaQuery } from './politica.queries.ts'
import {
  acompanhar,
  type CorpoDaPolitica,
  type Edicao,
  lerRascunho,
  novaFaixa,
  type Rascunho,
  rascunhoDe,
} from './rascunho.ts'

/** The grid of agreements that need no approval, and, while it is typed, what real customers would be offered. */
export function PoliticaPainel() {
  const { data, error, refetch } = useQuery(politicaQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir a política" erro={error} aoTentar={() => void refetch()} />
  return <Page largura={1080}>{data ? <Formulario politica={data} /> : <SkeletonList linhas={3} altura={200} />}</Page>
}

interface Gravacao {
  corpo: CorpoDaPolitica
  /** The version that the draft was compared with on the screen. */
  versao: number
}

function useGravar() {
  const cache = useQueryClient()
  const falhaDepois = useFalhaDepois()
  return useMutation({
    // Nobody tells this screen that a colleague saved: what it has not shown yet, it does not write over.
    mutationFn: ({ corpo, versao }: Gravacao) =>
      callApi('PUT /api/admin/configuracoes/negociacao', { body: { ...corpo, se_versao: versao } }),
    onSuccess: (nova) => {
      cache.setQueryData(politicaQuery.queryKey, nova)
      avisar('Política salva: vale já. O que foi acordado antes fica como está.')
    },
    onError: async (erro) => {
      falhaDepois(erro, 'Política de negociação')
      // How it is by now is there before it is asked to be looked at.
      const relida = cache.invalidateQueries({ queryKey: politicaQuery.queryKey })
      if (ehVersaoAntiga(erro)) await relida
    },
  })
}

/** The draft: what a colleague saves is shown in it but where something else was typed. */
function useEdicao(politica: PoliticaDeNegociacao) {
  // Nothing while nothing is changed.
  const [escrito, setEscrito] = useState<Edicao>()
  const salvo = rascunhoDe(politica)
  const { rascunho, desde, conflito } = acompanhar(escrito ?? { rascunho: salvo, desde: salvo }, salvo)
  const gravar = useGravar()
  const { corpo, erros } = lerRascunho(rascunho)
  const mudou = !iguais(rascunho, salvo)
  const mudar = (parte: Partial<Rascunho>) => {
    if (gravar.error) gravar.reset()
    const novo = { ...rascunho, ...parte }
    setEscrito(iguais(novo, salvo) ? undefined : { rascunho: novo, desde })
  }
  const descartar = () => {
    gravar.reset()
    setEscrito(undefined)
  }
  const salvar = (evento: FormEvent) => {
    evento.preventDefault()
    if (!corpo || !mudou || gravar.isPending) return
    const foi = escrito
    // What was typed meanwhile stays, as a change of what was sent.
    const aoSalvar = () => setEscrito((agora) => (agora && agora !== foi ? { ...agora, desde: rascunho } : undefined))
    gravar.mutate({ corpo, versao: politica.versao }, { onSuccess: aoSalvar })
  }
  return { rascunho, corpo, erros, mudou, conflito, gravar, mudar, descartar, salvar }
}

function Formulario({ politica }: { politica: PoliticaDeNegociacao }) {
  const { rascunho, corpo, erros, mudou, conflito, gravar, mudar, descartar, salvar } = useEdicao(politica)
  useSaida(mudou, 'A política ainda não foi salva.')
  const recusas = gravar.error instanceof ErroDaApi ? gravar.error.campos : {}
  const erroDe = (campo: string) => erros[campo] ?? recusas[campo]?.[0]
  return (
    <>
      <form className="cartao folgado politica" aria-label="Política de negociação" noValidate onSubmit={salvar}>
        <Cabecalho politica={politica} rascunho={rascunho} mudar={mudar} />
        <Faixas faixas={rascunho.faixas} erroDe={erroDe} aoMudar={(faixas) => mudar({ faixas })} />
        <div className="politica-segundo">
          <TextField
            rotulo="Entrada de quem já quebrou um acordo"
            sufixo="%"
            inputMode="decimal"
            value={rascunho.segundo_acordo_entrada}
            onChange={({ target }) => mudar({ segundo_acordo_entrada: target.value })}
            erro={erroDe('segundo_acordo_entrada')}
            ajuda="No mínimo; vale a maior, esta ou a da faixa."
          />
        </div>
        {conflito && (
          <Alert tom="warning" role="status">
            {CONFLITO}
          </Alert>
        )}
        {mudou && gravar.error && !Object.keys(recusas).some((campo) => NUM_CAMPO.test(campo)) && (
          <Alert tom="error">{fraseDe(gravar.error)}</Alert>
        )}
        <div className="flex to-end gap-8">
          <Button disabled={!mudou || gravar.isPending} onClick={descartar}>
            Descartar
          </Button>
          <Button type="submit" variant="contained" disabled={!mudou || corpo === null} loading={gravar.isPending}>
            Salvar
          </Button>
        </div>
      </form>
      <ExemploDaPolitica corpo={corpo} ativa={rascunho.ativa} />
    </>
  )
}

/** What is refused of the bands as a whole has no field of its own. */
const NUM_CAMPO = /^faixas\.|^segundo_acordo_entrada$/
const CONFLITO =
  'As faixas salvas mudaram enquanto você mudava as suas. Salvar põe as suas no lugar delas; descartar mostra as salvas.'

interface FaixasProps {
  faixas: Rascunho['faixas']
  erroDe: (campo: string) => string | undefined
  aoMudar: (faixas: Rascunho['faixas']) => void
}
const Faixas = ({ faixas, erroDe, aoMudar }: FaixasProps) => (
  <>
    {faixas.map((faixa, n) => (
      <FaixaDaPolitica
        key={faixa.chave}
        faixa={faixa}
        numero={n}
        erroDe={erroDe}
        aoMudar={(nova) => aoMudar(faixas.with(n, nova))}
        aoTirar={() => aoMudar(faixas.toSpliced(n, 1))}
      />
    ))}
    <Button
      className="rente"
      startIcon={<AddOutlined />}
      onClick={({ currentTarget }) => {
        flushSync(() => aoMudar([...faixas, novaFaixa(faixas)]))
        currentTarget.previousElementSibling?.querySelector('input')?.focus()
      }}
    >
      Nova faixa
    </Button>
  </>
)

interface CabecalhoProps {
  politica: PoliticaDeNegociacao
  rascunho: Rascunho
  mudar: (parte: Partial<Rascunho>) => void
}

const Cabecalho = ({ politica: { versao, desde, autor }, rascunho, mudar }: CabecalhoProps) => (
  <div>
    <h2 className="titulo">Até onde se negocia sem aprovação</h2>
    <p className="cinza">
      O cliente vê até três ofertas na página dele, e o operador as mesmas. O que um operador oferecer além disso espera
      a sua aprovação. O desconto é o da faixa de cada conta; entrada e parcelas são as da conta mais antiga.
      {desde && ` Versão ${versao}, de ${diaEHora(desde)}${autor ? `, por ${autor.name}` : ''}.`}
    </p>
    <Switch
      rotulo="Usar a política"
      ajuda="Desligada, ninguém recebe oferta e nenhum acordo espera aprovação."
      checked={rascunho.ativa}
      onChange={({ target }) => mudar({ ativa: target.checked })}
    />
  </div>
)
