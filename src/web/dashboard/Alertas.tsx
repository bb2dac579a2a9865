import LinkOffOutlined from '@mui/icons-material/LinkOffOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agora } from '#web/api/agora.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Botao } from '#web/ui/Botao.tsx'
import { quando } from '#web/ui/formatos.ts'

type Alerta = Resposta<'GET /api/admin/dashboard'>['alertas'][number]

const PARADO = 'whatsapp_parado'
const TOKEN_RECUSADO = '190'

/** What is broken: since when, why, what it means for the messages, and both ways out. */
export function Alertas({ alertas }: { alertas: Alerta[] | undefined }) {
  return alertas?.map((alerta) => <UmAlerta key={alerta.codigo} alerta={alerta} />)
}

function UmAlerta({ alerta }: { alerta: Alerta }) {
  const parado = alerta.codigo === PARADO
  const Icone = parado ? LinkOffOutlined : WarningAmberOutlined
  return (
    <div role="alert" className={parado ? 'alerta parado' : 'alerta'}>
      <Icone aria-hidden />
      <div className="alerta-texto">
        <div className="alerta-titulo">
          {alerta.titulo}
          {alerta.desde && ` desde ${quando(alerta.desde, agora())}`}
        </div>
        <div>{alerta.mensagem}</div>
      </div>
      <div className="alerta-saidas">
        {parado && <Verificar />}
        <Link className={parado ? 'botao perigo' : 'botao'} to="/admin/whatsapp">
          {parado && alerta.erro === TOKEN_RECUSADO ? 'Trocar o token' : 'Ver a conexão'}
        </Link>
      </div>
    </div>
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
    <Botao pendente={verificar.isPending} onClick={() => verificar.mutate()}>
      Verificar agora
    </Botao>
  )
}
