import { globMatcher, matchesAny } from '../../../core/text/glob.ts'
import { toolOf } from './tools.ts'

/** Files that agents, editors, shells and pm-agent obey when they open the folder. */
export const isObeyedByAgents = globMatcher([
  '.{claude,codex,opencode,gemini,cursor}{,/**}',
  '**/{AGENTS,CLAUDE,GEMINI,COPILOT}{,.local}.md',
  '**/.{cursorrules,windsurfrules,clinerules,goosehints,mcp.json,envrc}',
  '**/.aider*',
  '**/.vscode/{tasks,settings,launch,mcp}.json',
  '**/.devcontainer{.json,/**}',
  '**/.{windsurf,roo,kiro,continue}/**',
  'pm-agent.{yml,yaml}',
])

/** Configuration of CI and other services. */
export const isOfCi = globMatcher([
  '.github/{workflows,actions}/**',
  '.circleci/**',
  '.github/{dependabot,renovate}.*',
  '.gitlab-ci.yml',
  '.travis.yml',
  'azure-pipelines.yml',
  'Jenkinsfile',
  '.pre-commit-config.yaml',
])

/** Settings of package managers, versions, git, hooks, CI and builds: they configure checks and belong to no single tool. */
const CONFIGURES = globMatcher([
  '**/{sitecustomize.py,.isort.cfg,{,.}clippy.toml,conftest.cfg,*.pth}',
  '**/{.npmrc,.yarnrc,.yarnrc.yml,.node-version,.nvmrc,.tool-versions,.python-version,rust-toolchain{,.toml}}',
  '**/{.gitattributes,.gitmodules,CODEOWNERS}',
  '.{github,gitlab,circleci,husky,githooks}{,/**}',
  '**/{.gitlab-ci.yml,.travis.yml,Jenkinsfile,azure-pipelines.yml,.pre-commit-config.yaml}',
  '**/{,.}{lint-staged,lintstaged,lint-stagedrc,lintstagedrc,lefthook}{,.config}{,.js,.ts,.cjs,.cts,.mjs,.mts,.json,.yml,.yaml,.toml}',
  '**/{CTestTestfile.cmake,CTestCustom.cmake,CMakePresets.json}',
  '**/.cargo/config{,.toml}',
])

/** Documents for contributors, in folders of configuration. */
const isForPeople = globMatcher(
  [
    '.github/{ISSUE,PULL_REQUEST,DISCUSSION}_TEMPLATE{,/**,.*}',
    '.github/FUNDING.{yml,yaml}',
    '.github/{SECURITY,CONTRIBUTING,CODE_OF_CONDUCT,SUPPORT,GOVERNANCE,README}.md',
  ],
  { nocase: true },
)

/** Configuration of checks. It comes from the base unless the contract allows otherwise. */
export const isProtected = (path: string, alsoProtected: readonly string[]): boolean =>
  ((toolOf(path) !== null || CONFIGURES(path) || isObeyedByAgents(path)) && !isForPeople(path)) ||
  matchesAny(path, alsoProtected)
