import { useQuery } from '@tanstack/react-query'
import { STATUS_EM_ABERTO } from '#domain/conta.ts'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import { enumerar } from '#domain/plural.ts'
import { Button } from '#web/ui/Button.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import type { Filtros } from '#web/ui/filtros.ts'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { ReceiptLongOutlined } from '#web/ui/icons/ReceiptLongOutlined.tsx'
import { UploadFileOutlined } from '#web/ui/icons/UploadFileOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useFiltros, useRegistro } from '#web/ui/useFiltros.ts'
import { BarraContas } from './BarraContas.tsx'
import { ItemConta, useColunas } from './colunas.tsx'
import { consultaDe, contasQuery, IMPORTAR, paginaDasContasQuery } from './contas.queries.ts'
import { filtrosEmPalavras, SEM_FILTROS } from './filtros.ts'
import { ResumoContas } from './ResumoContas.tsx'
import './contas-receber.css'

const ContaDrawer = onDemand(() => import('./ContaDrawer.tsx'), 'ContaDrawer')

/** What is open at a glance, then each account, with one account's story beside them. */
export function ListaDeContas() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(paginaDasContasQuery(filtros))
  const { aberto, abrir, fechar } = useRegistro('conta')
  const colunas = useColunas(abrir)
  return (
    <Page cheia>
      <ResumoContas faixa={filtros.faixa} aoFiltrar={(faixa) => mudar({ faixa, status: undefined })} />
      <BarraContas filtros={filtros} mudar={mudar} aoExportar={() => exportar(filtros)} />
      <DataTable
        rotulo="Contas a receber"
        consulta={consulta}
        colunas={colunas}
        teto={filtros.busca ? MAIS_ACHADOS_DA_BUSCA : undefined}
        ordem={consultaDe(filtros).ordenar}
        aoOrdenar={(nova) => mudar({ ordenar: nova })}
        aoPaginar={(page) => mudar({ page })}
        aoAbrir={(conta) => abrir(conta.id)}
        abertoId={aberto}
        listaAbaixoDe={720}
        celular={(conta) => <ItemConta conta={conta} aoAbrir={() => abrir(conta.id)} />}
        resumo={
          typeof consulta.data?.soma === 'number' && (
            <>
              {somaEmPalavras(filtros)} <b style={{ fontWeight: 600 }}>{dinheiro(consulta.data.soma)}</b>
            </>
          )
        }
        vazio={<Vazio filtros={filtros} mudar={mudar} />}
      />
      {aberto !== undefined && <ContaDrawer id={aberto} aoFechar={fechar} />}
    </Page>
  )
}

/** Of open accounts the sum is what is left to pay, the same figure as the card's. */
const somaEmPalavras = (filtros: Filtros) =>
  (consultaDe(filtros).status ?? '').split(',').every((um) => STATUS_EM_ABERTO.some((aberto) => aberto === um))
    ? 'em aberto, sem encargos'
    : 'soma da busca, sem encargos'

const exportar = (filtros: Filtros) =>
  baixarArquivo('GET /api/operador/contas-receber/exportar.csv', 'contas-a-receber.csv', {}, consultaDe(filtros))

function semOsFiltros(quantas: number | undefined): string {
  if (quantas === undefined) return ''
  return quantas === 0
    ? ' Sem os filtros também não há nenhuma.'
    : ` Sem os filtros, há ${plural(quantas, 'conta', 'contas')}.`
}

/** Nothing to show: because of a search, because of the filters, or because nothing was ever brought in. */
function Vazio({ filtros, mudar }: { filtros: Filtros; mudar: ReturnType<typeof useFiltros>['mudar'] }) {
  const palavras = filtrosEmPalavras(filtros)
  const semFiltros = useQuery({
    ...contasQuery({ per_page: 1, busca: filtros.busca }),
    enabled: palavras.length > 0,
  }).data?.total
  if (palavras.length > 0)
    return (
      <EmptyFiltered
        titulo={filtros.busca ? `Nenhuma conta para “${filtros.busca}”` : 'Nenhuma conta com estes filtros'}
        texto={`Com ${enumerar(palavras)}.${semOsFiltros(semFiltros)}`}
        aoLimpar={() => mudar(SEM_FILTROS)}
      />
    )
  if (filtros.busca)
    return (
      <EmptyFiltered
        titulo={`Nenhuma conta para “${filtros.busca}”`}
        texto="Procure pelo número da nota, pelo nome do cliente ou pelo documento dele."
        aoLimpar={() => mudar({ busca: undefined })}
      />
    )
  return (
    <EmptyState
      icone={ReceiptLongOutlined}
      titulo="Nenhuma conta a receber"
      texto="As contas chegam pelas notas fiscais. Importe o XML ou o zip do mês."
      acao={
        <Button variant="tonal" startIcon={<UploadFileOutlined />} onClick={() => mudar(IMPORTAR, { empurrar: true })}>
          Importar XML
        </Button>
      }
    />
  )
}
