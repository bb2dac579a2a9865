import TaskAltOutlined from '@mui/icons-material/TaskAltOutlined'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { nomeDoModelo } from '#web/mensagens/palavras.ts'
import { cor } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { passoCurto } from '#web/ui/formatos.ts'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { TextoLink } from '#web/ui/ligacoes.tsx'
import { conferenciaQuery } from './cobranca.api.ts'

type Caso = Resposta<'GET /api/admin/cobranca/conferencia'>['data'][number]

/** In whose message a value is missing, cut or mended, and where each is put right. */
export function ConferenciaDialog({ aoFechar }: { aoFechar: () => void }) {
  const [pagina, setPagina] = useState(1)
  const consulta = useQuery(conferenciaQuery(pagina))
  const { data } = consulta
  const comId = data && { ...data, data: data.data.map((caso) => ({ ...caso, id: caso.cliente.id })) }
  return (
    <ListaDialog
      titulo="Valores das mensagens"
      texto="Estas mensagens saem mesmo assim, com o que está escrito em cada linha no lugar do valor. Corrija antes, se quiser que saiam inteiras."
      consulta={{ ...consulta, data: comId }}
      vazio={
        <EmptyState
          icone={TaskAltOutlined}
          titulo="Tudo certo"
          texto="Nenhuma mensagem da próxima rodada tem valor vazio, longo demais ou com quebra de linha."
        />
      }
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {(caso) => (
        <>
          <Box sx={{ display: 'flex', gap: 3, justifyContent: 'space-between' }}>
            <TextoLink
              to="/admin/clientes"
              search={{ cliente: String(caso.cliente.id) } as never}
              underline="hover"
              sx={{ fontWeight: 500, color: 'text.primary' }}
            >
              {caso.cliente.nome}
            </TextoLink>
            <Box sx={{ fontSize: 12, color: cor.text3, whiteSpace: 'nowrap' }}>
              {[nomeDoModelo(caso.modelo), caso.passo === null ? '' : passoCurto(caso.passo)]
                .filter(Boolean)
                .join(' · ')}
            </Box>
          </Box>
          {caso.problemas.map((um) => (
            <Box
              key={`${um.variavel} ${um.problema}`}
              sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center', mt: 1 }}
            >
              <Chip tom="warning">{um.variavel}</Chip>
              <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{um.mensagem}</Box>
              <Corrigir caso={caso} variavel={um.variavel} />
            </Box>
          ))}
        </>
      )}
    </ListaDialog>
  )
}

const DA_EMPRESA = ['pix', 'empresa']
const DO_CLIENTE = ['nome', 'primeiro_nome']

/** The company's own values are in its settings, a name is the customer's, and the rest is how the text is written. */
function Corrigir({ caso, variavel }: { caso: Caso; variavel: string }) {
  if (DO_CLIENTE.includes(variavel))
    return (
      <TextoLink to="/admin/clientes" search={{ cliente: String(caso.cliente.id) } as never} underline="hover">
        Corrigir o cadastro
      </TextoLink>
    )
  const daEmpresa = DA_EMPRESA.includes(variavel)
  return (
    <TextoLink
      to="/admin/mensagens"
      search={(daEmpresa ? { aba: 'empresa' } : { tipo: caso.modelo }) as never}
      underline="hover"
    >
      {daEmpresa ? 'Corrigir na empresa' : 'Mudar o texto do modelo'}
    </TextoLink>
  )
}
