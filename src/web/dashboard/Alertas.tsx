import LinkOffOutlined from '@mui/icons-material/LinkOffOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { agora } from '#web/api/agora.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { tons } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { quando } from '#web/ui/formatos.ts'
import { BotaoLink } from '#web/ui/ligacoes.tsx'

type Alerta = Resposta<'GET /api/admin/dashboard'>['alertas'][number]

const PARADO = 'whatsapp_parado'
const TOKEN_RECUSADO = '190'

/** What is broken: since when, why, what it means for the messages, and both ways out. */
export function Alertas({ alertas }: { alertas: Alerta[] | undefined }) {
  return alertas?.map((alerta) => <UmAlerta key={alerta.codigo} alerta={alerta} />)
}

function UmAlerta({ alerta }: { alerta: Alerta }) {
  const parado = alerta.codigo === PARADO
  const tom = tons[parado ? 'error' : 'warning']
  const Icone = parado ? LinkOffOutlined : WarningAmberOutlined
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        rowGap: 3,
        px: 4,
        py: 3,
        minHeight: 64,
        borderRadius: '12px',
        border: `1px solid color-mix(in srgb, ${tom.solid} 30%, transparent)`,
        background: tom.fundo,
        color: tom.texto,
      }}
    >
      <Icone sx={{ fontSize: 24, flexShrink: 0 }} aria-hidden />
      <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600 }}>
          {alerta.titulo}
          {alerta.desde && ` desde ${quando(alerta.desde, agora())}`}
        </Box>
        <Box sx={{ fontSize: 13, lineHeight: '18px' }}>{alerta.mensagem}</Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: 'auto' }}>
        {parado && <Verificar />}
        {parado ? (
          <BotaoLink variant="contained" color="error" to="/admin/whatsapp">
            {alerta.erro === TOKEN_RECUSADO ? 'Trocar o token' : 'Ver a conexão'}
          </BotaoLink>
        ) : (
          <BotaoLink sx={{ color: tom.texto }} to="/admin/whatsapp">
            Ver a conexão
          </BotaoLink>
        )}
      </Box>
    </Box>
  )
}

/** Asks Meta now; mended, the banner goes and what waits goes out. */
function Verificar() {
  const cache = useQueryClient()
  const verificar = useMutation({
    mutationFn: () => callApi('POST /api/admin/configuracoes/whatsapp/verificar', {}),
    onSuccess: ({ conectado, erro }) =>
      avisar(conectado ? 'Conectado: o envio voltou.' : (erro?.mensagem ?? 'Ainda sem conexão com o WhatsApp.')),
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['dashboard', 'admin'] }),
        cache.invalidateQueries({ queryKey: ['whatsapp'] }),
      ]),
  })
  return (
    <Button
      sx={{ color: tons.error.texto, '&:hover': { background: 'rgb(255 255 255 / .5)' } }}
      loading={verificar.isPending}
      onClick={() => verificar.mutate()}
    >
      Verificar agora
    </Button>
  )
}
