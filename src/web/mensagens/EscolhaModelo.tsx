import LockOutlined from '@mui/icons-material/LockOutlined'
import SendOutlined from '@mui/icons-material/SendOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { diaDe } from '#domain/data.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { dia, hora } from '#web/ui/formatos.ts'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { modelosQuery } from './mensagens.api.ts'

interface Props {
  cliente: Cliente
  enviando: boolean
  aoEnviar: (template: string) => Promise<unknown>
}

/** Those that cannot go are listed too: they explain an absence. */
const SEM_TEXTO = {
  aprovado: 'Não se aplica a este cliente hoje.',
  pendente: 'Espera a aprovação da Meta.',
  rejeitado: 'A Meta recusou o texto. Um administrador pode corrigi-lo.',
  pausado: 'A Meta pausou este modelo por reclamações.',
  local: 'Ainda não foi enviado à Meta.',
} as const

/** Only the chosen one is shown whole; the others wait in a line each. */
const UMA_LINHA = {
  display: '-webkit-box',
  WebkitLineClamp: 1,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const

const JANELA_MS = 86_400_000
/** The window opened with the customer's last words. */
function ultimaResposta(janelaAte: string): string {
  const instante = new Date(Date.parse(janelaAte) - JANELA_MS).toISOString()
  return `${dia(diaDe(instante))} às ${hora(instante)}`
}

/** The window is closed: only an approved template may go, filled with this customer's data. */
export function EscolhaModelo({ cliente, enviando, aoEnviar }: Props) {
  const consulta = useQuery(modelosQuery(cliente.id))
  const [escolhido, setEscolhido] = useState<string>()
  const modelos = consulta.data?.data ?? []
  const padrao =
    modelos.find((modelo) => modelo.tipo === 'reengajar' && modelo.situacao === 'aprovado') ??
    modelos.find((modelo) => modelo.situacao === 'aprovado')
  const atual = modelos.find((modelo) => modelo.tipo === escolhido) ?? padrao

  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 3, px: 4, py: 3 }}>
        <LockOutlined sx={{ color: 'text.secondary' }} aria-hidden />
        <Box>
          <Box sx={{ fontWeight: 500 }}>Texto livre só depois que o cliente responder</Box>
          <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
            {cliente.janela_ate
              ? `A última resposta foi em ${ultimaResposta(cliente.janela_ate)}. Passadas 24 h, o WhatsApp só aceita um modelo aprovado.`
              : 'Este cliente ainda não escreveu. Até lá, o WhatsApp só aceita um modelo aprovado.'}
          </Box>
        </Box>
      </Box>
      {consulta.isPending && <Skeleton variant="rounded" height={72} sx={{ mx: 4, mb: 3 }} />}
      {consulta.error && <Box sx={{ px: 4, pb: 3, color: 'error.main' }}>{fraseDe(consulta.error)}</Box>}
      <RadioGroup
        aria-label="Modelo a enviar"
        value={atual?.tipo ?? ''}
        onChange={(_, tipo) => setEscolhido(tipo)}
        sx={{ flexWrap: 'nowrap', maxHeight: 'min(260px, 30dvh)', overflowY: 'auto' }}
      >
        {modelos.map((modelo) => (
          <FormControlLabel
            key={modelo.tipo}
            value={modelo.tipo}
            disabled={modelo.situacao !== 'aprovado' && modelo.situacao !== 'local' && !modelo.conteudo}
            control={<Radio size="small" />}
            sx={{
              m: 0,
              px: 3,
              py: 2,
              alignItems: 'flex-start',
              borderTop: `1px solid ${cor.rowDivider}`,
              background: modelo.tipo === atual?.tipo ? cor.primaryTint : undefined,
            }}
            label={
              <Box sx={{ py: 1 }}>
                <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', fontWeight: 500 }}>
                  {modelo.titulo}
                  <StatusChip de={situacaoModelo[modelo.situacao]} />
                </Box>
                <Box
                  sx={{
                    color: 'text.secondary',
                    ...(modelo.tipo === atual?.tipo ? { whiteSpace: 'pre-line' } : UMA_LINHA),
                  }}
                >
                  {modelo.conteudo || SEM_TEXTO[modelo.situacao]}
                </Box>
              </Box>
            }
          />
        ))}
      </RadioGroup>
      {consulta.data && modelos.length === 0 && (
        <Box sx={{ px: 4, pb: 3, color: 'text.secondary' }}>
          Nenhum modelo aprovado ainda. Um administrador pode enviá-los à Meta em Config. Mensagens.
        </Box>
      )}
      {atual && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 2,
            px: 4,
            py: 3,
            borderTop: `1px solid ${cor.rowDivider}`,
          }}
        >
          <Box sx={{ flex: 1, fontSize: 12, color: 'text.secondary' }}>
            Conta como tentativa: será a {cliente.numero_chamadas + 1}ª.
          </Box>
          <Button
            variant="contained"
            startIcon={<SendOutlined />}
            loading={enviando}
            onClick={() => void aoEnviar(atual.tipo).catch(() => undefined)}
          >
            Enviar “{atual.titulo}”
          </Button>
        </Box>
      )}
    </Box>
  )
}
