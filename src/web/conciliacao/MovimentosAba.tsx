import { useQuery } from '@tanstack/react-query'
import { hoje } from '#web/api/agora.ts'
import { BarraDaLista, filtrosEmUso } from '#web/ui/BarraDaLista.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { ReceiptLongOutlined } from '#web/ui/icons/ReceiptLongOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useFiltros, useRegistro } from '#web/ui/useFiltros.ts'
import { COLUNAS, ItemMovimento } from './colunas.tsx'
import { listaDosMovimentos, paginaDosMovimentosQuery, periodoDe, SEM_FILTROS } from './conciliacao.queries.ts'
import { Fechamento } from './Fechamento.tsx'
import { Periodo } from './Periodo.tsx'
import { ORIGENS, SITUACOES } from './palavras.ts'

const MovimentoPainel = onDemand(() => import('./MovimentoPainel.tsx'), 'MovimentoPainel')

const opcoes = <K extends string>(de: Record<K, string>) =>
  (Object.entries(de) as [K, string][]).map(([valor, rotulo]) => ({ valor, rotulo: rotulo.toLowerCase() }))
const PARTES = {
  recebido: 'Recebido',
  aplicado: 'Aplicado a contas',
  credito: 'Crédito a devolver',
  sem_dono: 'Sem dono',
  ignorado: 'Ignorado',
  devolvido: 'Devolvido',
  tarifas: 'Tarifas',
}
const MENUS = [
  { rotulo: 'Figura', nome: 'parte', opcoes: opcoes(PARTES) },
  {
    rotulo: 'Situação',
    nome: 'situacao',
    opcoes: Object.entries(SITUACOES).map(([valor, { rotulo }]) => ({ valor, rotulo: rotulo.toLowerCase() })),
  },
  { rotulo: 'Origem', nome: 'origem', opcoes: opcoes(ORIGENS) },
]

/** The period's closing and all that the bank told in it; each figure of the one is a list of the other. */
export function MovimentosAba() {
  const { filtros, mudar } = useFiltros()
  const consulta = useQuery(paginaDosMovimentosQuery(filtros))
  const { aberto, abrir, fechar } = useRegistro('movimento')
  const { de, ate } = periodoDe(filtros, hoje())
  const exportar = () =>
    baixarArquivo(
      'GET /api/admin/conciliacao/movimentos/exportar.csv',
      `movimentos-${de}-a-${ate}.csv`,
      {},
      listaDosMovimentos(filtros),
    )
  return (
    <div className="conciliacao-lado">
      <div className="grow shrink">
        <Page cheia>
          <Fechamento />
          <BarraDaLista
            busca="Pagador, documento, descrição ou valor"
            semFiltros={SEM_FILTROS}
            menus={MENUS}
            outros={<Periodo />}
            aoExportar={exportar}
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
              // Of what came and what went together a sum would say nothing.
              filtros.parte &&
              consulta.data && (
                <>
                  soma <b className="soma">{dinheiro(consulta.data.soma)}</b>
                </>
              )
            }
            vazio={
              filtrosEmUso(SEM_FILTROS, filtros) > 0 ? (
                <EmptyFiltered
                  titulo={filtros.busca ? `Nada para “${filtros.busca}”` : 'Nada com estes filtros'}
                  aoLimpar={() => mudar(SEM_FILTROS)}
                />
              ) : (
                <EmptyState
                  icone={ReceiptLongOutlined}
                  titulo="Nada entrou nestes dias"
                  texto="Com um banco ligado em Config. Recebimento, os Pix chegam sozinhos; extratos e retornos entram em Importar do banco."
                />
              )
            }
            celular={(um) => <ItemMovimento um={um} />}
          />
        </Page>
      </div>
      {aberto && <MovimentoPainel key={aberto} id={aberto} aoFechar={fechar} />}
    </div>
  )
}
