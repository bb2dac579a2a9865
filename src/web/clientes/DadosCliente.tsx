import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { diaDe } from '#domain/data.ts'
import { dia, diaEHora, documentoComNome, maiuscula, numero, telefone } from '#web/ui/formatos.ts'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'

/** Who a customer is and how they are reached. */
export function DadosCliente({ cliente, aoEditar }: { cliente: ClienteDetalhado; aoEditar?: () => void }) {
  return (
    <Box sx={{ px: 5, py: 4 }}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '128px 1fr', gap: 2 }}>
        <Item rotulo="Nome">{cliente.nome}</Item>
        <Item rotulo="Documento">{documentoComNome(cliente.documento)}</Item>
        <Item rotulo="Telefone">
          {telefone(cliente.telefone)}
          {cliente.contato_invalido && <Box sx={{ color: 'error.main' }}>não está no WhatsApp</Box>}
        </Item>
        <Item rotulo="E-mail">{cliente.email ?? '—'}</Item>
        <Item rotulo="Código externo">{cliente.codigo_externo ?? '—'}</Item>
        <Item rotulo="Operador">{cliente.operador?.name ?? 'Ninguém: está livre'}</Item>
        <Item rotulo="Tentativas">{numero(cliente.numero_chamadas)} sem resposta</Item>
        <Item rotulo="Mensagens">
          {cliente.aceita_mensagens
            ? 'Aceita'
            : `Pediu para não receber${cliente.recusou_em ? `, em ${dia(diaDe(cliente.recusou_em))}` : ''}`}
        </Item>
        <Item rotulo="Marketing">{cliente.aceita_marketing ? 'Aceita' : 'Parou no próprio WhatsApp'}</Item>
        <Item rotulo="Consentimento">{consentimento(cliente)}</Item>
        <Item rotulo="Próximo contato">{cliente.proximo_contato_em ? dia(cliente.proximo_contato_em) : '—'}</Item>
        <Item rotulo="Cliente desde">{diaEHora(cliente.created_at)}</Item>
      </Box>
      {aoEditar && (
        <Button variant="outlined" startIcon={<EditOutlined />} onClick={aoEditar} sx={{ mt: 4 }}>
          Editar contato
        </Button>
      )}
    </Box>
  )
}

/** Where the number came from, in the words that were written then, and the day; once taken back, that comes first. */
function consentimento({ consentimento: dado, aceita_mensagens, recusou_em }: ClienteDetalhado): string {
  const dado_em = dado && (dado.em ? `${dado.origem}, em ${dia(diaDe(dado.em))}` : dado.origem)
  if (aceita_mensagens) return dado_em ? maiuscula(dado_em) : '—'
  const retirado = recusou_em ? `Retirado em ${dia(diaDe(recusou_em))}` : 'Retirado'
  return dado_em ? `${retirado}. Antes: ${dado_em}` : retirado
}

const Item = ({ rotulo, children }: { rotulo: string; children: ReactNode }) => (
  <>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {rotulo}
    </Box>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </>
)
