import AddOutlined from '@mui/icons-material/AddOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { FiltroIntervalo } from '#web/ui/FiltroIntervalo.tsx'
import { FiltroMenu } from '#web/ui/FiltroMenu.tsx'
import { dia, dinheiro, lerDinheiro, valor } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { statusConta } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { ItemConta, useColunas } from './colunas.tsx'
import { contasQuery } from './contas.api.ts'
import { novaConta, verConta } from './dialogos.tsx'
import { FAIXAS, ResumoContas } from './ResumoContas.tsx'

const ImportarXml = lazy(async () => ({ default: (await import('#web/importacoes/ImportarXml.tsx')).ImportarXml }))
const STATUS = Object.entries(statusConta).map(([um, { rotulo }]) => ({
  valor: um as keyof typeof statusConta,
  rotulo,
}))
const ORIGENS = [
  { valor: 'nfe', rotulo: 'Nota fiscal' },
  { valor: 'negociacao', rotulo: 'Parcela de acordo' },
  { valor: 'csv', rotulo: 'Planilha' },
  { valor: 'manual', rotulo: 'Lançada à mão' },
] as const
const ORDENS = ['vencimento', '-vencimento', 'valor', '-valor'] as const
const FILTROS = [
  'busca',
  'status',
  'faixa',
  'origem',
  'vencimento_de',
  'vencimento_ate',
  'valor_min',
  'valor_max',
  'cliente_id',
] as const

/** Accounts receivable: what is open at a glance, then each account, with the import of notes one button away. */
export function ContasReceberPage() {
  const { filtros, mudar } = useFiltros()
  if (filtros.importar === 'xml')
    return <ImportarXml aoSair={() => mudar({ importar: undefined }, { empurrar: true })} />
  return <Lista />
}

function Lista() {
  const { filtros, mudar, pagina } = useFiltros()
  const ordenar = ORDENS.find((uma) => uma === filtros.ordenar) ?? 'vencimento'
  const consulta = useQuery(
    contasQuery({
      page: pagina,
      busca: filtros.busca,
      status: STATUS.find((um) => um.valor === filtros.status)?.valor,
      faixa: FAIXAS.find((uma) => uma.valor === filtros.faixa)?.valor,
      origem: ORIGENS.find((uma) => uma.valor === filtros.origem)?.valor,
      vencimento_de: filtros.vencimento_de,
      vencimento_ate: filtros.vencimento_ate,
      valor_min: filtros.valor_min,
      valor_max: filtros.valor_max,
      cliente_id: filtros.cliente_id,
      ordenar,
    }),
  )
  const colunas = useColunas()
  const filtrada = FILTROS.some((nome) => filtros[nome])
  const limpar = () => mudar(Object.fromEntries(FILTROS.map((nome) => [nome, undefined])))
  const importar = () => mudar({ importar: 'xml' }, { empurrar: true })
  const reais = (texto: string) => {
    const lido = lerDinheiro(texto)
    return lido === null ? null : String(lido)
  }

  return (
    <Page cheia>
      <ResumoContas faixa={filtros.faixa} aoFiltrar={(faixa) => mudar({ faixa })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <SearchField
          rotulo="Número, cliente ou documento"
          valor={filtros.busca}
          aoMudar={(busca) => mudar({ busca })}
        />
        <FiltroMenu rotulo="Situação" valor={filtros.status} opcoes={STATUS} aoMudar={(status) => mudar({ status })} />
        <FiltroMenu rotulo="Atraso" valor={filtros.faixa} opcoes={FAIXAS} aoMudar={(faixa) => mudar({ faixa })} />
        <FiltroIntervalo
          rotulo="Vencimento"
          de={filtros.vencimento_de}
          ate={filtros.vencimento_ate}
          escrever={dia}
          campo={{ type: 'date' }}
          aoMudar={(vencimento_de, vencimento_ate) => mudar({ vencimento_de, vencimento_ate })}
        />
        <FiltroIntervalo
          rotulo="Valor"
          de={filtros.valor_min}
          ate={filtros.valor_max}
          escrever={(texto) => valor(Number(texto))}
          ler={reais}
          campo={{ prefixo: 'R$', placeholder: '0,00', atributos: { inputMode: 'decimal' } }}
          aoMudar={(valor_min, valor_max) => mudar({ valor_min, valor_max })}
        />
        {/* Nobody starts from it; the dashboard leads here with it. */}
        {filtros.origem && (
          <FiltroMenu rotulo="Origem" valor={filtros.origem} opcoes={ORIGENS} aoMudar={(origem) => mudar({ origem })} />
        )}
        {filtrada && <Button onClick={limpar}>Limpar</Button>}
        <Box sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
          <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={importar}>
            Importar XML
          </Button>
          <Button variant="contained" startIcon={<AddOutlined />} onClick={() => void novaConta()}>
            Nova conta
          </Button>
        </Box>
      </Box>
      <DataTable
        rotulo="Contas a receber"
        consulta={consulta}
        colunas={colunas}
        ordem={ordenar}
        aoOrdenar={(nova) => mudar({ ordenar: nova })}
        aoPaginar={(page) => mudar({ page })}
        aoAbrir={(conta) => void verConta(conta.id)}
        celular={(conta) => <ItemConta conta={conta} />}
        resumo={
          consulta.data && (
            <>
              soma da busca <b style={{ fontWeight: 600 }}>{dinheiro(consulta.data.soma)}</b>
            </>
          )
        }
        vazio={
          filtrada ? (
            <EmptyFiltered titulo="Nenhuma conta com estes filtros" aoLimpar={limpar} />
          ) : (
            <EmptyState
              icone={ReceiptLongOutlined}
              titulo="Nenhuma conta a receber"
              texto="As contas chegam pelas notas fiscais. Importe o XML ou o zip do mês."
              acao={
                <Button variant="contained" startIcon={<UploadFileOutlined />} onClick={importar}>
                  Importar XML
                </Button>
              }
            />
          )
        }
      />
    </Page>
  )
}
