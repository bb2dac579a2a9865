import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Movimento } from '#contract/conciliacao.ts'
import { hoje } from '#web/api/agora.ts'
import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { BarraDeFiltros } from '#web/ui/BarraDeFiltros.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { TaskAltOutlined } from '#web/ui/icons/TaskAltOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Soma } from '#web/ui/Soma.tsx'
import { useFiltros, useRegistro } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { AplicarEscolhidos } from './AplicarEscolhidos.tsx'
import { COLUNAS_SEM_DONO, ItemMovimento } from './colunas.tsx'
import { listaDosMovimentos, paginaDosMovimentosQuery } from './conciliacao.queries.ts'
import { DevolucoesAEspera, Idades } from './Idades.tsx'
import { quemPagou } from './palavras.ts'
import { useTeclasDaLista } from './useTeclasDaLista.ts'
import { type Lugar, type Vizinhos, vizinhosDe } from './vizinhos.ts'

const MovimentoPainel = onDemand(() => import('./MovimentoPainel.tsx'), 'MovimentoPainel')
const SEM_FILTROS = { busca: undefined, faixa: undefined }
const NENHUM: ReadonlySet<number> = new Set()

/** The work list: movements without an owner, by age and amount, with keys from one to the next. */
export function SemDonoAba() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(paginaDosMovimentosQuery(filtros))
  const { aberto, abrir, fechar } = useRegistro('movimento')
  const [escolhidos, setEscolhidos] = useState<ReadonlySet<number>>(NENHUM)
  const linhas = consulta.data?.data ?? []
  const vizinhos = useVizinhos(linhas, aberto)
  useTeclasDaLista(vizinhos, abrir)
  // A decided movement leaves this list: goes on with the one below it.
  const aoDecidir = useAindaNoMesmo(aberto, () => (vizinhos.proximo ? abrir(vizinhos.proximo) : fechar()))
  const escolhidas = linhas.filter(({ id }) => escolhidos.has(id))
  const ordenar = filtros.ordenar ?? 'dia'
  return (
    <div className="lista-e-painel flex">
      <div>
        <Page cheia>
          <DevolucoesAEspera />
          <Idades />
          {escolhidas.length > 0 ? (
            <AplicarEscolhidos escolhidas={escolhidas} aoLimpar={() => setEscolhidos(NENHUM)} />
          ) : (
            <Barra />
          )}
          <DataTable
            rotulo="Movimentos sem dono"
            consulta={consulta}
            colunas={COLUNAS_SEM_DONO}
            alturaLinha={56}
            listaAbaixoDe={700}
            selecao={escolhidos as Set<number>}
            aoSelecionar={setEscolhidos}
            nomeDaLinha={(um) => `${dinheiro(um.valor)} de ${quemPagou(um)}`}
            ordem={ordenar}
            aoOrdenar={(nova) => mudar({ ordenar: nova === 'dia' ? undefined : nova })}
            aoPaginar={(page) => mudar({ page }, { empurrar: true })}
            aoAbrir={({ id }) => abrir(id)}
            abertoId={aberto}
            resumo={consulta.data && <Soma valor={consulta.data.soma} />}
            vazio={<Vazio />}
            celular={(um) => <ItemMovimento um={um} />}
          />
        </Page>
      </div>
      {aberto && (
        <MovimentoPainel id={aberto} vizinhos={vizinhos} aoIr={abrir} aoDecidir={aoDecidir} aoFechar={fechar} />
      )}
    </div>
  )
}

/** The movements before and after the open one, or the last that was open. */
function useVizinhos(linhas: readonly Movimento[], aberto: number | undefined): Vizinhos {
  const ultimo = useRef<Lugar>(undefined)
  const ids = linhas.map(({ id }) => id)
  if (aberto !== undefined && ids.includes(aberto)) ultimo.current = { id: aberto, lugar: ids.indexOf(aberto) }
  return vizinhosDe(ids, aberto, ultimo.current)
}

/** Nothing, where another movement, or another screen, was opened before the answer came. */
function useAindaNoMesmo(aberto: number | undefined, fazer: () => void) {
  const agora = useRef<number>(undefined)
  useEffect(() => {
    agora.current = aberto
    return () => {
      agora.current = undefined
    }
  }, [aberto])
  return () => {
    if (agora.current === aberto) fazer()
  }
}

function Barra() {
  const { filtros, mudar } = useFiltros()
  const exportar = () => {
    const { page: _, ...lista } = listaDosMovimentos(filtros)
    return baixarArquivo('GET /api/admin/conciliacao/movimentos/exportar.csv', `sem-dono-${hoje()}.csv`, {}, lista)
  }
  return (
    <BarraDeFiltros
      busca={
        <SearchField
          rotulo="Pagador, documento, valor ou dia"
          valor={filtros.busca}
          aoMudar={(texto) => mudar({ busca: texto })}
        />
      }
      fim={<AcoesDaLista aoExportar={exportar} />}
      fimCelular={<AcoesDaLista compacta aoExportar={exportar} />}
    />
  )
}

function Vazio() {
  return (
    <VazioDaLista
      nada="Nada sem dono"
      comFiltros="Nada sem dono com esta idade"
      semFiltros={SEM_FILTROS}
      senao={TUDO_TEM_DONO}
    />
  )
}
const TUDO_TEM_DONO = (
  <EmptyState
    icone={TaskAltOutlined}
    titulo="Tudo o que entrou tem dono"
    texto="O que o banco ou o PSP informar e o sistema não souber de quem é aparece aqui, com o que pode explicá-lo."
    acao={
      <ButtonLink variant="outlined" to="/admin/conciliacao" search={{ aba: 'importar' }}>
        Importar do banco
      </ButtonLink>
    }
  />
)
