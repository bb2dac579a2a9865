import { type LinkProps, useNavigate, useRouter } from '@tanstack/react-router'
import { useUsuario } from '#web/api/useSessao.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { ApiOutlined } from '#web/ui/icons/ApiOutlined.tsx'
import { ContrastOutlined } from '#web/ui/icons/ContrastOutlined.tsx'
import { DarkModeOutlined } from '#web/ui/icons/DarkModeOutlined.tsx'
import { KeyboardOutlined } from '#web/ui/icons/KeyboardOutlined.tsx'
import { KeyOutlined } from '#web/ui/icons/KeyOutlined.tsx'
import { LightModeOutlined } from '#web/ui/icons/LightModeOutlined.tsx'
import { ManageAccountsOutlined } from '#web/ui/icons/ManageAccountsOutlined.tsx'
import { SettingsOutlined } from '#web/ui/icons/SettingsOutlined.tsx'
import { MenuDivider, MenuItem } from '#web/ui/Menu.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { abrirDocumentacao } from './abrirDocumentacao.ts'
import { abrirTeclas } from './abrirTeclas.tsx'
import { escolherTema, TEMAS, type Tema, temaEscolhido } from './tema.ts'
import { naEntradaDoMenu } from './useMenuCelular.ts'

const TrocarSenhaDialog = onDemand(() => import('./TrocarSenhaDialog.tsx'), 'TrocarSenhaDialog')

/** One's own account, password and appearance of the screens. */
export function OpcoesDaPessoa() {
  const usuario = useUsuario()
  const navigate = useNavigate()
  const { history } = useRouter()
  // In a phone's menu, as its other entries do.
  const ir = (to: NonNullable<LinkProps['to']>) => void navigate({ to, replace: naEntradaDoMenu(history) })
  return (
    <>
      <MenuItem
        icone={<ManageAccountsOutlined />}
        onClick={() => ir(usuario.role === 'admin' ? '/admin/conta' : '/operador/conta')}
      >
        Minha conta
      </MenuItem>
      <MenuItem
        icone={<KeyOutlined />}
        onClick={() => void abrir((fechar) => <TrocarSenhaDialog aoFechar={() => fechar()} />)}
      >
        Trocar senha
      </MenuItem>
      {usuario.role === 'operador' && (
        <MenuItem icone={<SettingsOutlined />} onClick={() => ir('/operador/preferencias')}>
          Preferências
        </MenuItem>
      )}
      <MenuItem icone={<KeyboardOutlined />} onClick={abrirTeclas}>
        Atalhos do teclado
      </MenuItem>
      {usuario.role === 'admin' && (
        <MenuItem icone={<ApiOutlined />} onClick={() => void abrirDocumentacao()}>
          Documentação da API
        </MenuItem>
      )}
      <MenuDivider />
      {TEMAS.map(({ valor, rotulo }) => (
        <Aparencia key={valor} tema={valor} rotulo={rotulo} />
      ))}
    </>
  )
}

const ICONES = { system: ContrastOutlined, light: LightModeOutlined, dark: DarkModeOutlined } as const

/** Mounts each time the menu opens, so it reads the current theme then. */
function Aparencia({ tema, rotulo }: { tema: Tema; rotulo: string }) {
  const Icone = ICONES[tema]
  return (
    <MenuItem icone={<Icone />} selected={tema === temaEscolhido()} onClick={() => escolherTema(tema)}>
      Tema: {rotulo.toLowerCase()}
    </MenuItem>
  )
}
