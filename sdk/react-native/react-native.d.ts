/** The parts of React Native that the package uses. Apps have the real types, so this file is not shipped. */
declare module "react-native" {
  export const NativeModules: Record<string, unknown>;
  export const AppState: {
    addEventListener(kind: "change", callback: (state: string) => void): unknown;
  };
  export const Linking: {
    getInitialURL(): Promise<string | null>;
    addEventListener(kind: "url", callback: (event: { url: string }) => void): unknown;
  };
}
