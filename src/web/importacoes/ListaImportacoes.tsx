import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import HistoryOutlined from '@mui/icons-material/HistoryOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Importacao } from '#contract/importacoes.ts'
import { fraseDe } from '#web/api/erro.ts'
import type { Tom } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { type Coluna, DataTable } from '#web/ui/DataTable.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, numero, plural } from '#web/ui/formatos.ts'
import { desfazer, importacoesQuery } from './importacoes.api.ts'

const SITUACOES: Record<Importacao['situacao'], { rotulo: string; tom: Tom }> = {
  processando: { rotulo: 'Em andamento', tom: 'info' },
  concluida: { rotulo: 'Concluída', tom: 'success' },
  falhou: { rotulo: 'Falhou', tom: 'error' },
  desfeita: { rotulo: 'Desfeita', tom: 'neutral' },
}

/** Asks, undoes, and shows the server's sentence when something stands in the way. */
export async function pedirParaDesfazer(importacao: { id: number; arquivo: string }): Promise<boolean> {
  const sim = await confirmar({
    titulo: 'Desfazer a importação?',
    texto: `O que ${importacao.arquivo} criou sai, e o que mudou volta a ser como era. Só é possível enquanto nada disso foi cobrado, pago, negociado ou mudado.`,
    acao: 'Desfazer importação',
    perigo: true,
  })
  if (!sim) return false
  try {
    await desfazer(importacao.id)
    avisar(`A importação de ${importacao.arquivo} foi desfeita.`)
    return true
  } catch (erro) {
    await confirmar({ titulo: 'Não dá para desfazer', texto: fraseDe(erro), acao: 'Entendi', cancelar: 'Fechar' })
    return false
  }
}

/** Who imported what and when, what came of it, and a way back. */
export function ListaImportacoes() {
  const [pagina, setPagina] = useState(1)
  const consulta = useQuery({ ...importacoesQuery(pagina), placeholderData: keepPreviousData })
  const colunas = useMemo(() => COLUNAS, [])
  return (
    <Box>
      <Box component="h2" sx={{ m: 0, mb: 3, fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
        Importações feitas
      </Box>
      <DataTable
        rotulo="Importações feitas"
        consulta={consulta}
        colunas={colunas}
        aoPaginar={setPagina}
        alturaLinha={48}
        vazio={
          <EmptyState
            icone={HistoryOutlined}
            titulo="Nenhuma importação ainda"
            texto="O que você importar fica listado aqui, com a opção de desfazer."
          />
        }
        celular={(importacao) => (
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 1, alignItems: 'center' }}>
            <Box sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis' }}>{importacao.arquivo}</Box>
            <Situacao importacao={importacao} />
            <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{resumo(importacao)}</Box>
            <Acoes importacao={importacao} />
          </Box>
        )}
      />
    </Box>
  )
}

const COLUNAS: Coluna<Importacao>[] = [
  { id: 'arquivo', header: 'Arquivo', cell: ({ row }) => <Box sx={{ fontWeight: 500 }}>{row.original.arquivo}</Box> },
  { id: 'quando', header: 'Quando', cell: ({ row }) => diaEHora(row.original.created_at) },
  { id: 'quem', header: 'Quem', meta: { soLarga: true }, cell: ({ row }) => row.original.usuario.name },
  {
    id: 'resumo',
    header: 'O que veio',
    cell: ({ row }) => <Box sx={{ color: 'text.secondary' }}>{resumo(row.original)}</Box>,
  },
  { id: 'situacao', header: 'Situação', cell: ({ row }) => <Situacao importacao={row.original} /> },
  {
    id: 'acoes',
    header: () => <span className="so-leitor">Ações</span>,
    meta: { direita: true, largura: 96 },
    cell: ({ row }) => <Acoes importacao={row.original} />,
  },
]

const Situacao = ({ importacao }: { importacao: Importacao }) => (
  <Chip tom={SITUACOES[importacao.situacao].tom}>{SITUACOES[importacao.situacao].rotulo}</Chip>
)

function Acoes({ importacao }: { importacao: Importacao }) {
  const erros = contar(importacao, 'total_erros')
  return (
    <Box sx={{ display: 'inline-flex' }}>
      {importacao.tipo === 'csv' && erros > 0 && (
        <Tooltip title="Baixar as linhas com erro">
          <IconButton
            size="small"
            aria-label={`Baixar as linhas com erro de ${importacao.arquivo}`}
            onClick={() =>
              void baixarArquivo('GET /api/operador/importacoes/:id/erros.csv', 'erros.csv', { id: importacao.id })
            }
          >
            <DownloadOutlined sx={{ fontSize: 20 }} />
          </IconButton>
        </Tooltip>
      )}
      {importacao.situacao === 'concluida' && (
        <Tooltip title="Desfazer">
          <IconButton
            size="small"
            aria-label={`Desfazer a importação de ${importacao.arquivo}`}
            onClick={() => void pedirParaDesfazer(importacao)}
          >
            <UndoOutlined sx={{ fontSize: 20 }} />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}

const contar = (importacao: Importacao, nome: string) => Number(importacao.resultado?.[nome] ?? 0)

function resumo(importacao: Importacao): string {
  if (importacao.mensagem) return importacao.mensagem
  if (importacao.situacao === 'processando') return `${numero(importacao.lidas)} lidas até agora`
  if (importacao.tipo === 'csv') {
    const erros = contar(importacao, 'total_erros')
    return `${plural(contar(importacao, 'importados'), 'cliente novo', 'clientes novos')}, ${plural(contar(importacao, 'atualizados'), 'atualizado', 'atualizados')}${erros ? `, ${plural(erros, 'erro', 'erros')}` : ''}`
  }
  return `${plural(contar(importacao, 'contas_criadas'), 'conta', 'contas')} de ${plural(contar(importacao, 'documentos'), 'documento', 'documentos')}`
}
