import { useQuery } from '@tanstack/react-query'
import { ROTULOS_DA_ORIGEM_DO_MOVIMENTO } from '#domain/movimento.ts'
import { hoje } from '#web/api/agora.ts'
import { BarraDaLista } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { type Filtros, idDe } from '#web/ui/filtros.ts'
import { ReceiptLongOutlined } from '#web/ui/icons/ReceiptLongOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Soma } from '#web/ui/Soma.tsx'
import { useFiltros, useRegistro } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { COLUNAS, ItemMovimento } from './colunas.tsx'
import { listaDosMovimentos, paginaDosMovimentosQuery, periodoDe, SEM_FILTROS } from './conciliacao.queries.ts'
import { FiltroArquivo } from './DoArquivo.tsx'
import { Fechamento } from './Fechamento.tsx'
import { Periodo } from './Periodo.tsx'
import { PARTES, SITUACOES } from './palavras.ts'

const MovimentoPainel = onDemand(() => import('./MovimentoPainel.tsx'), 'MovimentoPainel')

const opcoes = <K extends string>(de: Record<K, string>) =>
  (Object.entries(de) as [K, string][]).map(([valor, rotulo]) => ({ valor, rotulo: rotulo.toLowerCase() }))
const MENUS = [
  { rotulo: 'Fechamento', nome: 'parte', opcoes: opcoes(PARTES) },
  {
    rotulo: 'Situação',
    nome: 'situacao',
    opcoes: Object.entries(SITUACOES).map(([valor, { rotulo }]) => ({ valor, rotulo: rotulo.toLowerCase() })),
  },
  { rotulo: 'Origem', nome: 'origem', opcoes: opcoes(ROTULOS_DA_ORIGEM_DO_MOVIMENTO) },
]

const NADA_ENTROU = (
  <EmptyState
    icone={ReceiptLongOutlined}
    titulo="Nada entrou nestes dias"
    texto="Com um banco ligado em Config. Recebimento, os Pix chegam sozinhos; extratos e retornos entram em Importar do banco."
  />
)

function exportar(filtros: Filtros) {
  const { de, ate } = periodoDe(filtros, hoje())
  const endereco = 'GET /api/admin/conciliacao/movimentos/exportar.csv'
  return baixarArquivo(endereco, `movimentos-${de}-a-${ate}.csv`, {}, listaDosMovimentos(filtros))
}

/** The period's closing and all the bank's movements in it; each figure of the closing filters the list. */
export function MovimentosAba() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(paginaDosMovimentosQuery(filtros))
  const { aberto, abrir, fechar } = useRegistro('movimento')
  const arquivo = idDe(filtros.importacao_id)
  return (
    <div className="lista-e-painel flex">
      <div>
        <Page cheia>
          {/* The period's figures say nothing about one file's movements. */}
          {arquivo === undefined && <Fechamento />}
          <BarraDaLista
            busca="Pagador, documento, valor ou dia"
            semFiltros={SEM_FILTROS}
            menus={MENUS}
            outros={arquivo === undefined ? <Periodo /> : <FiltroArquivo id={arquivo} />}
            aoExportar={() => exportar(filtros)}
          />
          <DataTable
            rotulo="Movimentos"
            consulta={consulta}
            colunas={COLUNAS}
            alturaLinha={56}
            listaAbaixoDe={700}
            ordem={filtros.ordenar ?? '-dia'}
            aoOrdenar={(nova) => mudar({ ordenar: nova === '-dia' ? undefined : nova })}
            aoPaginar={(page) => mudar({ page }, { empurrar: true })}
            aoAbrir={({ id }) => abrir(id)}
            abertoId={aberto}
            resumo={
              // A sum of money in and out would mean nothing; of refunds alone it has the sign of its rows.
              filtros.parte &&
              consulta.data && <Soma valor={filtros.parte === 'a_espera' ? -consulta.data.soma : consulta.data.soma} />
            }
            vazio={
              <VazioDaLista
                nada="Nada"
                comFiltros="Nada com estes filtros"
                semFiltros={SEM_FILTROS}
                senao={NADA_ENTROU}
              />
            }
            celular={(um) => <ItemMovimento um={um} />}
          />
        </Page>
      </div>
      {aberto && <MovimentoPainel id={aberto} aoFechar={fechar} />}
    </div>
  )
}
